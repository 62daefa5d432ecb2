import { describe, expect, test } from 'vitest'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import type { PastCamera } from '#contract/playback-api.ts'
import type { PastAsk } from '#contract/recorded-media.ts'
import { GroupStore } from '#workers/media/past/group-store.ts'
import { KeySeeker } from '#workers/media/past/key-seeker.ts'
import { PieceLoader, type Wanted } from '#workers/media/past/piece-loader.ts'

const START_MS = 1_000_000
/** A key frame every two seconds, ten pictures a second. */
const GROUP_MS = 2_000
const PICTURE_MS = 100
const NOW_MS = 9_000_000
const camera: PastCamera = { window: 1024, sn: 'SLTEST', chlIndex: 0, stream: 'main', from: 'local' }
type Piece = Extract<PastAsk, { op: 'past' }>

/** A camera that has recorded everything, each picture by `shiftMs` later, and what was asked of it. */
function stand({ mostBytes = 1e9, shiftMs = 0 } = {}) {
  const asks: PastAsk[] = []
  let number = 0x8000
  let isOpen = true
  const door = { ask: (ask: PastAsk) => isOpen && asks.push(ask) > 0, nextNumber: () => ++number }
  const store = new GroupStore(mostBytes)
  const loader = new PieceLoader(camera, store, door)
  const seeker = new KeySeeker(camera, store, door)
  const unit = (channel: number, at: number, isPreroll: boolean): MediaUnit => ({
    kind: 'video',
    channel,
    isKey: at % GROUP_MS === 0,
    isPreroll,
    codec: mediaCodecs.h264,
    ptsUs: at * 1000,
    captureMs: at + shiftMs,
    sequence: 0,
    data: new Uint8Array(1_000),
  })
  const opened = (channel: number) => ({ op: 'past-opened', channel, codec: 'avc1.640028', width: 640, height: 360, fps: 10 }) as const
  /** Sends the piece, or the begin of it. */
  function* sending({ channel, startMs, endMs, pictures }: Piece) {
    const taken = (one: MediaUnit) => loader.takeUnit(one) || seeker.takeUnit(one)
    loader.take(opened(channel), NOW_MS, 0)
    seeker.take(opened(channel))
    const step = pictures === 'key' ? GROUP_MS : PICTURE_MS
    for (let at = Math.floor((startMs - shiftMs) / GROUP_MS) * GROUP_MS; at + shiftMs < endMs; at += step) {
      taken(unit(channel, at, at + shiftMs < startMs))
      yield at
    }
    loader.take({ op: 'past-end', channel }, NOW_MS, 0)
    seeker.take({ op: 'past-end', channel })
  }
  const send = (piece: Piece) => [...sending(piece)]
  const wanted = (change: Partial<Wanted>): Wanted => ({
    atMs: START_MS,
    way: 1,
    speed: 1,
    isKeys: false,
    edgeMs: NOW_MS,
    isRunning: change.isMomentAlone !== true,
    ...change,
  })
  const lastPiece = () => asks.findLast((ask): ask is Piece => ask.op === 'past') as Piece
  const cut = () => (isOpen = false)
  return { asks, store, loader, seeker, send, sending, wanted, lastPiece, cut, mend: () => (isOpen = true) }
}

describe('what is played is fetched ahead', () => {
  test('the piece at the playhead first, the next one in time, and each moment once', () => {
    const { asks, loader, store, send, wanted, lastPiece } = stand()
    for (let atMs = START_MS; atMs < START_MS + 60_000; atMs += 50) {
      const before = asks.length
      loader.follow(wanted({ atMs }), 0)
      if (asks.length > before) send(lastPiece())
      expect(store.placeAt(atMs, false)?.unit.captureMs).toBe(Math.floor(atMs / PICTURE_MS) * PICTURE_MS)
    }
    const pieces = asks as Piece[]
    expect(pieces.length).toBeGreaterThan(5)
    for (const [index, piece] of pieces.entries()) expect(piece.startMs).toBe(index === 0 ? START_MS : pieces[index - 1]?.endMs)
  })

  test('backwards the piece before is there before it is reached', () => {
    const { asks, loader, store, send, wanted, lastPiece } = stand()
    for (let atMs = START_MS + 60_000; atMs > START_MS; atMs -= 50) {
      const before = asks.length
      loader.follow(wanted({ atMs, way: -1 }), 0)
      if (asks.length > before) send(lastPiece())
      expect(store.placeAt(atMs, false)?.unit.captureMs).toBe(Math.floor(atMs / PICTURE_MS) * PICTURE_MS)
    }
  })

  test('at sixteen times the speed key frames alone travel', () => {
    const { loader, store, send, wanted, lastPiece } = stand()
    loader.follow(wanted({ isKeys: true, speed: 16 }), 0)
    expect(lastPiece()).toMatchObject({ pictures: 'key', startMs: START_MS, endMs: START_MS + 60_000 })
    send(lastPiece())
    expect(store.placeAt(START_MS + 30_500, true)?.unit.captureMs).toBe(START_MS + 30_000)
    expect(store.whole.has(START_MS + 30_500)).toBe(false)
  })

  test('who jumps elsewhere does not wait for what was under way, and who goes on does', () => {
    const { asks, loader, wanted } = stand()
    loader.follow(wanted({}), 0)
    loader.follow(wanted({ atMs: START_MS + 500 }), 0)
    expect(asks).toHaveLength(1)
    loader.follow(wanted({ atMs: START_MS + 3_600_000 }), 0)
    expect(asks.slice(1)).toMatchObject([{ op: 'past-cancel' }, { op: 'past', startMs: START_MS + 3_600_000 }])
  })

  test.each([
    { way: -1, speed: 0.25, isKeys: false, movedMs: -5_000 },
    { way: -1, speed: 8, isKeys: true, movedMs: -5_000 },
    { way: 1, speed: 0.25, isKeys: false, movedMs: 5_000 },
    { way: 1, speed: 16, isKeys: true, movedMs: 5_000 },
  ] as const)(
    'what is asked for ahead is waited for, however often it is looked at meanwhile (way $way, speed $speed)',
    ({ movedMs, ...pace }) => {
      const { asks, loader, send, wanted, lastPiece } = stand()
      const atMs = START_MS + 300_000
      loader.follow(wanted({ ...pace, atMs }), 0)
      send(lastPiece())
      for (let look = 0; look < 3; look++) loader.follow(wanted({ ...pace, atMs: atMs + movedMs + look * pace.way }), 0)
      expect(asks.map(({ op }) => op)).toEqual(['past', 'past'])
    },
  )

  test('who goes on while it plays backwards does not wait for what leads nowhere near', () => {
    const { asks, loader, wanted } = stand()
    loader.follow(wanted({ way: -1, atMs: START_MS + 60_000 }), 0)
    loader.follow(wanted({ way: -1, atMs: START_MS + 65_000 }), 0)
    expect(asks.slice(1)).toMatchObject([{ op: 'past-cancel' }, { op: 'past', endMs: START_MS + 65_001 }])
  })

  test('who looks at one moment is sent its picture alone, then what comes behind it, and what is under way elsewhere ends', () => {
    const { asks, loader, store, send, wanted, lastPiece } = stand()
    loader.follow(wanted({}), 0)
    send(lastPiece())
    loader.follow(wanted({ atMs: START_MS + 5_000 }), 0)
    const elsewhere = lastPiece()
    const moment = wanted({ atMs: START_MS + 3_600_350.5, isMomentAlone: true })
    loader.follow(moment, 0)
    expect(asks.slice(2)).toMatchObject([
      { op: 'past-cancel', channel: elsewhere.channel },
      { op: 'past', startMs: START_MS + 3_600_350, endMs: START_MS + 3_600_351 },
    ])
    send(lastPiece())
    expect(store.placeAt(moment.atMs, false)?.unit.captureMs).toBe(START_MS + 3_600_300)
    loader.follow(moment, 0)
    expect(asks).toHaveLength(4)
    loader.follow({ ...moment, isMomentAlone: false }, 0)
    const behind = lastPiece()
    expect(behind).toMatchObject({ startMs: START_MS + 3_600_351, endMs: START_MS + 3_610_351 })
    // Where all is here nothing is asked, and what is under way elsewhere is wanted no more.
    loader.follow(wanted({ atMs: START_MS + 5_000, isMomentAlone: true }), 0)
    expect(asks.slice(5)).toEqual([{ op: 'past-cancel', channel: behind.channel }])
  })

  test('who plays on before the picture of a moment is on its way is sent it with all that is behind it, and waits for one that is', () => {
    const { asks, loader, sending, wanted, lastPiece } = stand()
    const played = wanted({ atMs: START_MS + 350 })
    loader.follow({ ...played, isRunning: false, isMomentAlone: true }, 0)
    loader.follow(played, 0)
    const whole = { op: 'past', startMs: START_MS + 350, endMs: START_MS + 10_350 }
    expect(asks.slice(1)).toMatchObject([{ op: 'past-cancel' }, whole])
    loader.follow({ ...played, atMs: START_MS + 60_000, isRunning: false, isMomentAlone: true }, 0)
    const alone = sending(lastPiece())
    alone.next()
    const { length } = asks
    loader.follow({ ...played, atMs: START_MS + 60_000 }, 0)
    expect(asks).toHaveLength(length)
  })

  test('the moment alone says nothing of a recording that still grows', () => {
    const { loader, wanted, lastPiece } = stand()
    loader.follow(wanted({ atMs: NOW_MS - 4_000, isMomentAlone: true }), 0)
    expect(lastPiece()).toMatchObject({ startMs: NOW_MS - 4_000, endMs: NOW_MS + 6_000 })
  })

  test('a cut connection loses what was under way, which is asked for again, and not what has come', () => {
    const { asks, loader, store, sending, wanted, lastPiece, cut, mend } = stand()
    loader.follow(wanted({}), 0)
    for (const at of sending(lastPiece())) if (at === START_MS + 4_000) break
    cut()
    loader.lost()
    loader.follow(wanted({ atMs: START_MS + 1_000 }), 0)
    expect(asks).toHaveLength(1)
    mend()
    loader.follow(wanted({ atMs: START_MS + 1_000 }), 0)
    expect(lastPiece().startMs).toBe(START_MS + 4_000)
    expect(store.placeAt(START_MS + 1_000, false)?.unit.captureMs).toBe(START_MS + 1_000)
  })

  test('where nothing was recorded there is a gap, and nothing is asked twice', () => {
    const { asks, loader, store, wanted, lastPiece } = stand()
    loader.follow(wanted({}), 0)
    loader.take({ op: 'past-failed', channel: lastPiece().channel, fault: 'no-recording' }, NOW_MS, 0)
    loader.follow(wanted({}), 0)
    expect(asks).toHaveLength(1)
    loader.follow(wanted({ atMs: START_MS + 5_000 }), 0)
    expect(asks).toHaveLength(2)
    expect(lastPiece().startMs).toBe(START_MS + 10_000)
    expect([store.whole.has(START_MS), store.placeAt(START_MS, false)]).toEqual([true, undefined])
  })

  test.each([1, -1] as const)(
    'where the pictures become others they are fetched from there on, and none is asked twice (way %i)',
    (way) => {
      const { asks, loader, store, sending, send, wanted, lastPiece } = stand()
      const [fromMs, changedAtMs, toMs] = [START_MS, START_MS + 4_000, START_MS + 9_000]
      const isKnown = (atMs: number) => store.placeAt(atMs, false)?.unit.captureMs === Math.floor(atMs / PICTURE_MS) * PICTURE_MS
      for (let step = 0; step <= toMs - fromMs; step += 50) {
        const atMs = way === 1 ? fromMs + step : toMs - step
        while (!isKnown(atMs)) {
          const { length } = asks
          loader.follow(wanted({ atMs, way }), 0)
          expect(asks).toHaveLength(length + 1)
          const piece = lastPiece()
          if (piece.startMs >= changedAtMs || piece.endMs <= changedAtMs) {
            send(piece)
            continue
          }
          for (const at of sending(piece)) if (at === changedAtMs - PICTURE_MS) break
          loader.take({ op: 'past-end', channel: piece.channel, changedAtMs }, NOW_MS, 0)
        }
      }
      expect(asks.length).toBeLessThanOrEqual(4)
    },
  )

  test('a device that fails is asked again after two seconds, one that may not be played back after thirty', () => {
    const { asks, loader, wanted, lastPiece } = stand()
    for (const [fault, waitMs] of [
      ['offline', 2_000],
      ['no-permission', 30_000],
    ] as const) {
      loader.forgive()
      loader.follow(wanted({}), 0)
      const count = asks.length
      loader.take({ op: 'past-failed', channel: lastPiece().channel, fault }, NOW_MS, 0)
      expect(loader.fault).toBe(fault)
      loader.follow(wanted({}), waitMs - 1)
      expect(asks).toHaveLength(count)
      loader.follow(wanted({}), waitMs)
      expect(asks).toHaveLength(count + 1)
      loader.cancel()
    }
  })

  test('of what is being recorded now nothing is called missing', () => {
    const { loader, store, sending, wanted, lastPiece } = stand()
    const edgeMs = START_MS + 5_000
    loader.follow(wanted({ edgeMs }), 0)
    for (const at of sending(lastPiece())) if (at === START_MS + 4_900) break
    loader.take({ op: 'past-end', channel: lastPiece().channel }, edgeMs, 0)
    expect(store.whole.endAfter(START_MS)).toBe(START_MS + 4_900)
    loader.follow(wanted({ atMs: START_MS + 4_950, edgeMs: edgeMs + 2_000 }), 2_000)
    expect(lastPiece().startMs).toBe(START_MS + 4_950)
  })
})

test('a day of playback stays within its memory, and what is around the playhead stays', () => {
  const { loader, store, asks, send, wanted, lastPiece } = stand({ mostBytes: 500_000 })
  for (let atMs = START_MS; atMs < START_MS + 600_000; atMs += 500) {
    const before = asks.length
    loader.follow(wanted({ atMs }), 0)
    if (asks.length > before) send(lastPiece())
    store.thin(atMs)
    expect(store.bytes).toBeLessThanOrEqual(500_000)
    expect(store.placeAt(atMs, false)?.unit.captureMs).toBe(Math.floor(atMs / PICTURE_MS) * PICTURE_MS)
  }
})

test('under a moving finger one question is under way, the newest is the next, and what was answered is not asked again', () => {
  const { asks, seeker, send, lastPiece } = stand()
  const moments = [300, 900, 5_100, 7_300].map((ms) => START_MS + ms)
  for (const atMs of moments) expect(seeker.placeAt(atMs)).toBeUndefined()
  expect(asks).toHaveLength(1)
  send(lastPiece())
  expect(asks).toHaveLength(2)
  expect(lastPiece()).toMatchObject({ startMs: START_MS + 7_300, endMs: START_MS + 7_301, pictures: 'key' })
  send(lastPiece())
  expect(seeker.placeAt(START_MS + 7_300)?.unit.captureMs).toBe(START_MS + 6_000)
  expect(seeker.placeAt(START_MS + 6_400)?.unit.captureMs).toBe(START_MS + 6_000)
  expect(asks).toHaveLength(2)
})

test('a moment right before a key frame of the same millisecond is asked for once', () => {
  const { asks, seeker, send, lastPiece } = stand({ shiftMs: 0.6 })
  const atMs = START_MS + 4_000.2
  expect(seeker.placeAt(atMs)).toBeUndefined()
  send(lastPiece())
  expect(seeker.placeAt(atMs)?.unit.captureMs).toBe(START_MS + 2_000.6)
  expect(asks).toHaveLength(1)
})
