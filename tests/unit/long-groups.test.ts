import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import type { StreamKind } from '#contract/enums.ts'
import { decodeMediaUnits, encodeMediaUnit, mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { readUnit, type StreamSink } from '#server/devices/gateway/device-stream.ts'
import { FirstKeys } from '#server/video/relay/first-keys.ts'
import { MediaSender } from '#server/video/relay/media-sender.ts'
import { Upstreams } from '#server/video/relay/upstream.ts'
import { ViewerChannel } from '#server/video/relay/viewer-channel.ts'
import { Budgets, type Spender } from '#src/data/media/budgets.ts'
import { LateMeter } from '#workers/media/late-meter.ts'

const PICTURE_MS = 40
const GROUP_S = 20
/** 2 Mbit/s, and 100 kbit/s. */
const pictureBytes: Record<StreamKind, number> = { main: 10_000, sub: 500 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The socket of a viewer, whose line carries so many bytes a millisecond. */
class Line extends EventEmitter {
  readonly OPEN = 1
  readonly readyState = 1
  readonly #bytesPerMs: number
  readonly #onUnit: (unit: MediaUnit) => void
  #queue: { bytes: number; arrive: () => void }[] = []
  #credit = 0
  #fragments: Uint8Array[] = []

  constructor(bytesPerMs: number, onUnit: (unit: MediaUnit) => void) {
    super()
    this.#bytesPerMs = bytesPerMs
    this.#onUnit = onUnit
  }

  get bufferedAmount(): number {
    return this.#queue.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  send(data: Uint8Array | string, { fin = true } = {}): void {
    this.#put(data.length, () => {
      if (typeof data === 'string') return
      this.#fragments.push(data)
      if (!fin) return
      const message = Buffer.concat(this.#fragments)
      this.#fragments = []
      for (const unit of decodeMediaUnits(message)) this.#onUnit(unit)
    })
  }

  ping(id = ''): void {
    this.#put(id.length, () => this.emit('pong', Buffer.from(id)))
  }

  #put(bytes: number, arrive: () => void): void {
    this.#queue.push({ bytes, arrive })
  }

  pass(ms: number): void {
    this.#credit = this.#queue.length === 0 ? 0 : this.#credit + ms * this.#bytesPerMs
    for (let next = this.#queue[0]; next !== undefined && next.bytes <= this.#credit; next = this.#queue[0]) {
      this.#credit -= next.bytes
      this.#queue.shift()
      next.arrive()
    }
  }
}

/** A camera whose key frames are 20 s apart, somebody who watches it all the time, and a viewer behind a line, whose page finds out what that carries. */
function stand(bytesPerMs: number) {
  const sinks = new Map<StreamKind, StreamSink>()
  const upstreams = new Upstreams({ openStream: ({ stream, sink }) => (sinks.set(stream, sink), () => {}) }, Date.now)
  const cable = { cork: () => {}, uncork: () => {} } as unknown as Socket
  const counters = { unitsRelayed: 0, unitsDropped: 0 }
  let leftOut = 0
  const watch = (line: Line, wanted: StreamKind) => {
    const sender = new MediaSender(line as unknown as WebSocket, cable, counters)
    const parts = { sender, firstKeys: new FirstKeys(), upstreams, now: Date.now, onDropped: () => (leftOut += 1) }
    const window = new ViewerChannel({ channel: 1, sn: 'SELDOM0001', chlIndex: 0, wanted, decodesH265: true, takesBundles: true, ...parts })
    window.allow(['main', 'sub'])
    return window
  }
  const meter = new LateMeter()
  const budgets = new Budgets()
  const windows: Spender[] = [{ winIndex: 0, source: 'relay', wantsMain: true, areaPx: 1_000_000 }]
  const seen: { bytes: number; ageMs: number }[] = []
  const line = new Line(bytesPerMs, (unit) => {
    meter.took(unit, Date.now())
    seen.push({ bytes: unit.data.byteLength, ageMs: Date.now() - unit.captureMs })
  })
  const office = [new Line(1_000_000, () => {}), new Line(1_000_000, () => {})]
  watch(office[0]!, 'main')
  watch(office[1]!, 'sub')
  for (const stream of ['main', 'sub'] as const) sinks.get(stream)?.opened({ codec: 'avc1.64001f', width: 640, height: 360, fps: 25 })
  let filmed = 0
  const film = (stream: StreamKind) => {
    const isKey = (filmed * PICTURE_MS) % (GROUP_S * 1_000) === 0
    const data = new Uint8Array(pictureBytes[stream])
    const unit = {
      kind: 'video',
      channel: 1,
      isKey,
      isPreroll: false,
      codec: mediaCodecs.h264,
      ptsUs: filmed * PICTURE_MS * 1_000,
    } as const
    const read = readUnit(encodeMediaUnit({ ...unit, captureMs: Date.now(), sequence: filmed, data }))
    if (read !== undefined) sinks.get(stream)?.unit(read.unit)
  }
  const gifts = new Set<string>()
  return {
    seen,
    counters,
    gifts,
    leftOut: () => leftOut,
    open: (stream: StreamKind) => watch(line, stream),
    pass: (seconds: number) => {
      for (let passedMs = 0; passedMs < seconds * 1_000; passedMs += PICTURE_MS) {
        for (const stream of ['main', 'sub'] as const) film(stream)
        filmed += 1
        vi.advanceTimersByTime(PICTURE_MS)
        for (const one of [line, ...office]) one.pass(PICTURE_MS)
        if (passedMs % 1_000 !== 0) continue
        const relayLateMs = meter.tick(Date.now())
        budgets.note({ decodeLoad: 0.2, dropped: 0, relayLateMs, settledMs: 60_000 }, windows)
        gifts.add(budgets.allowanceFor(windows[0]!, windows).gift)
      }
    },
  }
}

test('a camera whose key frames are 20 s apart is not shown less, nor stands still, over a line that needs five seconds for its last group and carries it well', () => {
  const { seen, counters, gifts, leftOut, open, pass } = stand(750)
  pass(5)
  const window = open('sub')
  pass(10)
  seen.length = 0
  window.want('main')
  pass(30)
  expect({ dropped: counters.unitsDropped, leftOut: leftOut(), gifts: [...gifts] }).toEqual({ dropped: 0, leftOut: 0, gifts: ['main'] })
  expect(seen.filter(({ bytes }) => bytes === pictureBytes.main).length).toBeGreaterThan(40 * 25)
  expect(seen.at(-1)?.ageMs).toBeLessThan(100)
})

test('over a line that does not carry the stream nothing waits behind its last group', () => {
  const { counters, leftOut, open, pass } = stand(150)
  pass(5)
  const window = open('sub')
  pass(10)
  window.want('main')
  pass(5)
  expect(counters.unitsDropped).toBeGreaterThan(25)
  expect(leftOut()).toBe(counters.unitsDropped)
})
