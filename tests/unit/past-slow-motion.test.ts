import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import type { PastCamera, PastNews, PlaybackSpeed } from '#contract/playback-api.ts'
import type { PastAsk } from '#contract/recorded-media.ts'
import type { FrameSink } from '#workers/media/sinks/frame-sink.ts'
import { PastDeck } from '#workers/media/past/past-deck.ts'
import { PlayedChunk, PlayedDecoder } from '#tests/support/played-decoder.ts'

const PICTURE_MS = 40
const GROUP = 25
/** So much was recorded. */
const COUNT = 500
/** Between two looks of a machine that is at rest, and how long one that is not may be away. */
const LOOK_MS = 8
const MOST_AWAY_MS = 1_100

type Piece = Extract<PastAsk, { op: 'past' }>

let clockMs: number

beforeEach(() => {
  clockMs = 0
  PlayedDecoder.forget()
  vi.stubGlobal('VideoDecoder', PlayedDecoder)
  vi.stubGlobal('EncodedVideoChunk', PlayedChunk)
  // Nothing is looked at but when the test says so: late, above all.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => clockMs)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A playback of two cameras, the pictures of the second by 13 ms later, and what is seen of each, by number. */
function stand() {
  const startMs = Math.round(performance.timeOrigin) - 60_000
  const asks: Piece[] = []
  let news: PastNews | undefined
  const deck = new PastDeck({
    send: (ask) => {
      if (ask.op === 'past') asks.push(ask)
      return true
    },
    tell: (told) => {
      news = told
    },
  })
  const cameras = [0, 1].map(
    (index): PastCamera => ({ window: 1024 + index, sn: `SLSLOW${index}`, chlIndex: 0, stream: 'main', from: 'local' }),
  )
  const captureMs = (index: number, number: number) => startMs + number * PICTURE_MS + index * 13
  const seen = cameras.map((): number[] => [])
  for (const [index, { window }] of cameras.entries()) {
    const sink: FrameSink = {
      kind: 'generator',
      show: (frame) => {
        frame.close()
        const { pictureMs = 0 } = deck.players.get(window)?.state('picture') ?? {}
        seen[index]?.push(Math.round((pictureMs - captureMs(index, 0)) / PICTURE_MS))
        return 0
      },
      blank: () => {},
      close: () => {},
    }
    deck.setSink(window, sink)
  }
  function send({ channel, sn, startMs: fromMs, endMs }: Piece): void {
    const index = cameras.findIndex((camera) => camera.sn === sn)
    deck.takeAnswer({ op: 'past-opened', channel, codec: 'avc1.640028', width: 640, height: 360, fps: 25 })
    const first = Math.max(0, Math.floor((fromMs - captureMs(index, 0)) / PICTURE_MS))
    for (let number = first - (first % GROUP); number < COUNT && captureMs(index, number) < endMs; number++) {
      const atMs = captureMs(index, number)
      const unit: MediaUnit = {
        kind: 'video',
        channel,
        isKey: number % GROUP === 0,
        isPreroll: atMs < fromMs,
        codec: mediaCodecs.h264,
        ptsUs: atMs * 1_000,
        captureMs: atMs,
        sequence: 0,
        data: new Uint8Array(100),
      }
      deck.takeUnit(unit)
    }
    deck.takeAnswer({ op: 'past-end', channel })
  }
  const look = async (afterMs: number) => {
    clockMs += afterMs
    deck.tick()
    for (const ask of asks.splice(0)) send(ask)
    await PlayedDecoder.work(6)
  }
  /** Looks again and again, now and then late, until this is so. */
  const lookUntil = async (isThere: () => boolean) => {
    let chance = 7
    for (let looks = 0; looks < 50_000 && !isThere(); looks++) {
      chance = (chance * 48_271) % 2_147_483_647
      await look(chance % 9 === 0 ? chance % MOST_AWAY_MS : LOOK_MS)
    }
    expect(isThere()).toBe(true)
  }
  /** Stands at this picture of the first camera until it is there, and plays from then on. */
  const playFrom = async (number: number, speed: PlaybackSpeed, isBackwards: boolean) => {
    deck.take({ kind: 'show', cameras, by: 'relay' })
    deck.take({ kind: 'pace', speed, isBackwards })
    deck.take({ kind: 'seek', atMs: captureMs(0, number) + 20 })
    await lookUntil(() => seen.every((numbers) => numbers.length > 0))
    deck.take({ kind: 'play', isPlaying: true })
  }
  const end = () => deck.take({ kind: 'end' })
  return { seen, look, lookUntil, playFrom, end, clock: () => news?.clock, atMs: captureMs }
}

const counted = (numbers: readonly number[], way: 1 | -1) => numbers.map((_, index) => (numbers[0] ?? 0) + way * index)

test.each([0.5, 0.25, 0.125] as const)('at %s of the speed every picture is seen, in order, however late the machine is', async (speed) => {
  const { seen, lookUntil, playFrom, end } = stand()
  await playFrom(20, speed, false)
  await lookUntil(() => seen.every((numbers) => (numbers.at(-1) ?? 0) > 220))
  for (const numbers of seen) expect(numbers).toEqual(counted(numbers, 1))
  end()
  expect(PlayedDecoder.open).toBe(0)
})

test.each([0.5, 0.25] as const)('and so it is backwards, at %s of the speed', async (speed) => {
  const { seen, lookUntil, playFrom, end } = stand()
  await playFrom(300, speed, true)
  await lookUntil(() => seen.every((numbers) => (numbers.at(-1) ?? 1_000) < 120))
  for (const numbers of seen) expect(numbers).toEqual(counted(numbers, -1))
  end()
  expect(PlayedDecoder.open).toBe(0)
})

test('at full speed the clock keeps time, and a machine that is late passes over pictures', async () => {
  const { seen, lookUntil, playFrom, clock, end } = stand()
  await playFrom(20, 1, false)
  await lookUntil(() => clock()?.rate === 1)
  const { atMs = 0, sinceMs = 0 } = clock() ?? {}
  await lookUntil(() => (seen[0]?.at(-1) ?? 0) > 220)
  expect(clock()).toMatchObject({ atMs, sinceMs, rate: 1 })
  for (const numbers of seen) {
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    expect(numbers.length).toBeLessThan(190)
  }
  end()
})
