import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamKind } from '#contract/enums.ts'
import { encodeMediaUnit, mediaCodecs } from '#contract/media.ts'
import { readUnit, type StreamSink } from '#server/devices/gateway/device-stream.ts'
import { FirstKeys } from '#server/video/relay/first-keys.ts'
import type { MediaSender } from '#server/video/relay/media-sender.ts'
import { Upstreams } from '#server/video/relay/upstream.ts'
import { ViewerChannel } from '#server/video/relay/viewer-channel.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const nameOf = (sn: string, stream: StreamKind) => `${sn} ${stream}`

/** A viewer's windows onto cameras whose streams are in the hand of the test, and what is sent to it: "2k" is a key frame on channel 2, "2+3" a bundle of three. */
function stand() {
  const sent: string[] = []
  const said: string[] = []
  const shown: string[] = []
  const sinks = new Map<string, StreamSink>()
  const upstreams = new Upstreams(
    { openStream: ({ sn, stream, sink }) => (sinks.set(nameOf(sn, stream), sink), () => sinks.delete(nameOf(sn, stream))) },
    Date.now,
  )
  const firstKeys = new FirstKeys()
  const sender = {
    isCongested: false as boolean,
    say: (message) => {
      if (message.op === 'failed') said.push(message.fault)
      else if (message.op === 'config') shown.push(`${message.channel} ${message.stream}`)
    },
    send: ({ isKey }, channel) => void sent.push(`${channel}${isKey ? 'k' : 'd'}`),
    sendBurst: (units, channel, isBundled) => {
      if (isBundled) sent.push(`${channel}+${units.length}`)
      else for (const { unit } of units) sent.push(`${channel}${unit.isKey ? 'k' : 'd'}`)
    },
    drop: () => void sent.push('dropped'),
  } satisfies Pick<MediaSender, 'isCongested' | 'say' | 'send' | 'sendBurst' | 'drop'>
  const parts = { sender: sender as unknown as MediaSender, firstKeys, upstreams, now: Date.now, onDropped: () => {} }
  const reopen = (channel: number, stream: StreamKind = 'main') =>
    sinks.get(nameOf(`C${channel}`, stream))?.opened({ codec: 'avc1.64001f', width: 640, height: 360, fps: 15 })
  const fail = (channel: number) => sinks.get(nameOf(`C${channel}`, 'main'))?.failed('offline')
  const open = (channel: number, { takesBundles = true } = {}) => {
    const can = { decodesH265: true, takesBundles }
    const window = new ViewerChannel({ channel, sn: `C${channel}`, chlIndex: 0, wanted: 'main', ...can, ...parts })
    window.allow(['main'])
    reopen(channel)
    return window
  }
  interface Film {
    isKey?: boolean
    /** The camera's group of pictures is sent to whoever joins. */
    isPast?: boolean
    agoMs?: number
    stream?: StreamKind
  }
  const film = (channel: number, { isKey = false, isPast = false, agoMs = 0, stream = 'main' }: Film = {}) => {
    const unit = { kind: 'video', channel: 1, isKey, isPreroll: isPast, codec: mediaCodecs.h264, ptsUs: 1, sequence: 1 } as const
    const read = readUnit(encodeMediaUnit({ ...unit, captureMs: Date.now() - agoMs, data: new Uint8Array(8) }))
    if (read !== undefined) sinks.get(nameOf(`C${channel}`, stream))?.unit(read.unit)
  }
  return { sent, said, shown, parts, open, reopen, fail, film, sender }
}

test('what is filmed behind the first key frames of several windows comes after those, all of a window in one message', () => {
  const { sent, open, film } = stand()
  open(1)
  open(2)
  for (const channel of [1, 2]) {
    film(channel, { isKey: true, isPast: true, agoMs: 500 })
    film(channel, { isPast: true })
    film(channel)
  }
  film(1)
  expect(sent).toEqual(['1k', '2k'])
  vi.advanceTimersByTime(40)
  expect(sent).toEqual(['1k', '2k', '1+3', '2+2'])
  film(1)
  expect(sent.at(-1)).toBe('1d')
})

test('a window that is opened alone has what is behind its key frame 20 ms later', () => {
  const { sent, open, film } = stand()
  open(1)
  film(1, { isKey: true, isPast: true })
  film(1)
  film(1)
  expect(sent).toEqual(['1k'])
  vi.advanceTimersByTime(20)
  expect(sent).toEqual(['1k', '1+2'])
})

test('a window whose key frame is a second and a half old, or new, has nothing that waits', () => {
  const { sent, open, film } = stand()
  open(2)
  open(3)
  film(2, { isKey: true, isPast: true, agoMs: 1_501 })
  film(2, { isPast: true })
  film(3, { isKey: true })
  film(3)
  expect(sent).toEqual(['2k', '2d', '3k', '3d'])
})

test('nothing waits for a viewer that takes no bundles', () => {
  const { sent, open, film } = stand()
  for (const channel of [1, 2]) open(channel, { takesBundles: false })
  film(1, { isKey: true, isPast: true })
  film(1)
  expect(sent).toEqual(['1k', '1d'])
})

test('a key frame that comes meanwhile takes the place of what has waited', () => {
  const { sent, open, film } = stand()
  open(1)
  open(2)
  film(1, { isKey: true, isPast: true, agoMs: 900 })
  film(1)
  film(1, { isKey: true })
  film(1)
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual(['1k', 'dropped', '1k', '1d'])
})

test('what has waited is dropped up to the next key frame when the line takes no more by then', () => {
  const { sent, open, film, sender } = stand()
  open(1)
  open(2)
  for (const channel of [1, 2]) film(channel, { isKey: true, isPast: true })
  film(1)
  film(1)
  sender.isCongested = true
  vi.advanceTimersByTime(40)
  sender.isCongested = false
  film(1)
  film(1, { isKey: true })
  expect(sent).toEqual(['1k', '2k', 'dropped', 'dropped', 'dropped', '1k'])
})

test('a window whose camera fails is not waited for, and begins anew with what its camera sends then', () => {
  const { sent, open, film, reopen, fail } = stand()
  open(1)
  open(2)
  film(1, { isKey: true, isPast: true })
  film(1)
  fail(2)
  vi.advanceTimersByTime(20)
  expect(sent).toEqual(['1k', '1d'])
  fail(1)
  reopen(1)
  film(1, { isKey: true })
  film(1)
  expect(sent.slice(2)).toEqual(['1k', '1d'])
})

test('nothing that has waited is sent to a window that was closed', () => {
  const { sent, open, film } = stand()
  const window = open(1)
  open(2)
  film(1, { isKey: true, isPast: true })
  film(1)
  window.close()
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual(['1k', 'dropped'])
})

test('who opens a camera between key frames that are too far apart to be kept is told to wait, alone, and sees it from the next one on', () => {
  const { sent, said, parts, open, film } = stand()
  open(1)
  film(1, { isKey: true })
  for (let past = 0; past < 1_600; past += 1) film(1)
  sent.length = 0
  const late = new ViewerChannel({ channel: 2, sn: 'C1', chlIndex: 0, wanted: 'main', decodesH265: true, takesBundles: true, ...parts })
  late.allow(['main'])
  film(1)
  expect({ sent, said }).toEqual({ sent: ['1d'], said: ['no-key-frame'] })
  film(1, { isKey: true })
  film(1)
  expect(sent).toEqual(['1d', '1k', '2k', '1d', '2d'])
})

test('a window changes with the next key frame to a stream whose key frames are too far apart to be kept', () => {
  const { shown, parts, open, reopen, film } = stand()
  open(1)
  film(1, { isKey: true })
  for (let past = 0; past < 1_600; past += 1) film(1)
  const window = new ViewerChannel({ channel: 2, sn: 'C1', chlIndex: 0, wanted: 'sub', decodesH265: true, takesBundles: true, ...parts })
  window.allow(['main', 'sub'])
  reopen(1, 'sub')
  window.want('main')
  film(1)
  film(1, { isKey: true })
  expect(shown).toEqual(['1 main', '2 sub', '2 main'])
})

test.each(['keys', 'stills'] as const)('a window that shows %s shows the first key frame of the stream that it changes to', (pace) => {
  const { sent, shown, parts, open, reopen, film } = stand()
  open(1)
  const window = new ViewerChannel({
    channel: 2,
    sn: 'C1',
    chlIndex: 0,
    wanted: 'sub',
    pace,
    decodesH265: true,
    takesBundles: true,
    ...parts,
  })
  window.allow(['main', 'sub'])
  reopen(1, 'sub')
  film(1, { isKey: true, stream: 'sub' })
  vi.advanceTimersByTime(1_000)
  window.want('main', pace)
  sent.length = 0
  film(1, { isKey: true })
  expect({ sent, shown: shown.at(-1) }).toEqual({ sent: ['1k', '2k'], shown: '2 main' })
  // From then on as before.
  vi.advanceTimersByTime(1_000)
  film(1)
  film(1, { isKey: true })
  expect(sent.slice(2)).toEqual(pace === 'keys' ? ['1d', '1k', '2k'] : ['1d', '1k'])
})
