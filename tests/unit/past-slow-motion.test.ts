import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import {
  FIRST_PAST_WINDOW,
  PREVIEW_WINDOW,
  type PastCamera,
  type PastNews,
  type PastWay,
  type PlaybackSpeed,
} from '#contract/playback-api.ts'
import type { PastAsk, PastPlace } from '#contract/recorded-media.ts'
import type { FrameSink } from '#workers/media/sinks/frame-sink.ts'
import { pastNumbers } from '#workers/media/past/past-numbers.ts'
import { makeSteering } from '#src/features/playback/steering.ts'
import { PastDeck } from '#workers/media/past/past-deck.ts'
import { PlayedChunk, PlayedDecoder } from '#tests/support/played-decoder.ts'

const PICTURE_MS = 40
const GROUP = 25
/** So much was recorded. */
const COUNT = 500
/** Between two looks of a machine that is at rest, and how long one that is not may be away. */
const LOOK_MS = 8
const MOST_AWAY_MS = 4_000
/** What a machine that is late is still not away for at full speed: so much has come ahead. */
const LITTLE_AWAY_MS = 1_100
/** How long a picture is waited for that does not come, and how often the page hears of the clock. */
const PATIENCE_MS = 3_000
const NEWS_MS = 250

type Piece = Extract<PastAsk, { op: 'past' }>
/** A piece, and which way it was asked for. */
type Asked = Piece & { by: PastWay }

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

interface Recorded {
  /** Of these nothing was recorded: times of the first camera, by number. */
  gap?: { from: number; to: number }
  /** Of the second camera no more than up to this number ever comes. */
  comesUntil?: number
  from?: PastPlace
}

/** A playback of two cameras, the pictures of the second by 13 ms later, and what is seen of each, by number. */
function stand({ gap, comesUntil = COUNT, from = 'local' }: Recorded = {}) {
  const startMs = Math.round(performance.timeOrigin) - 60_000
  const asks: Asked[] = []
  const asked: Asked[] = []
  let news: PastNews | undefined
  let toldTimes = 0
  const previews: (number | undefined)[] = []
  const deck = new PastDeck({
    send: (ask, by) => {
      if (ask.op === 'past') for (const all of [asks, asked]) all.push({ ...ask, by })
      return true
    },
    tell: (told) => {
      news = told
      toldTimes += 1
    },
    tellPreview: ({ pictureMs }) => previews.push(pictureMs),
  })
  const cameras = [0, 1].map(
    (index): PastCamera => ({ window: FIRST_PAST_WINDOW + index, sn: `SLSLOW${index}`, chlIndex: 0, stream: 'main', from }),
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
      if (gap !== undefined && number >= gap.from && number < gap.to) continue
      if (index === 1 && number >= comesUntil) return
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
  const look = async (afterMs: number, isAtWork = true) => {
    clockMs += afterMs
    deck.tick()
    for (const ask of asks.splice(0)) send(ask)
    if (isAtWork) await PlayedDecoder.work(6)
  }
  /** Looks again and again, now and then late, until this is so. Answers how long that took. */
  const lookUntil = async (isThere: () => boolean, mostAwayMs = MOST_AWAY_MS) => {
    let chance = 7
    const beganMs = clockMs
    for (let looks = 0; looks < 50_000 && !isThere(); looks++) {
      chance = (chance * 48_271) % 2_147_483_647
      await look(chance % 9 === 0 && mostAwayMs > 0 ? chance % mostAwayMs : LOOK_MS)
    }
    expect(isThere()).toBe(true)
    return clockMs - beganMs
  }
  /** `plays`: goes on from there in the same breath. */
  const seek = (number: number, plays: { isPlaying?: true } = {}) => deck.take({ kind: 'seek', atMs: captureMs(0, number) + 20, ...plays })
  /** Plays from this picture of the first camera on, until there is one of each. */
  const playFrom = async (number: number, speed: PlaybackSpeed, isBackwards: boolean, by: PastWay = 'relay') => {
    deck.take({ kind: 'show', cameras, by })
    deck.take({ kind: 'pace', speed, isBackwards })
    seek(number, { isPlaying: true })
    await lookUntil(() => seen.every((numbers) => numbers.length > 0), 0)
  }
  const pause = () => deck.take({ kind: 'play', isPlaying: false })
  const end = () => deck.take({ kind: 'end' })
  const [camera] = cameras
  /** Somebody points at this picture of the first camera. */
  const point = (number: number) =>
    camera &&
    deck.take({ kind: 'point', camera: { ...camera, stream: 'sub', window: PREVIEW_WINDOW }, atMs: captureMs(0, number), visit: 1 })
  deck.setSink(PREVIEW_WINDOW, { kind: 'canvas', show: (frame) => (frame.close(), 0), blank: () => {}, close: () => {} })
  const clock = () => news?.clock
  return { deck, cameras, seen, look, lookUntil, playFrom, pause, seek, end, point, previews, asked, clock, toldTimes: () => toldTimes }
}

const inOrder = (numbers: readonly number[], way: 1 | -1) => numbers.map((_, index) => (numbers[0] ?? 0) + way * index)
const counted = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

test.each([0.5, 0.25, 0.125] as const)('at %s of the speed every picture is seen, in order, however late the machine is', async (speed) => {
  const { seen, lookUntil, playFrom, end } = stand()
  await playFrom(20, speed, false)
  await lookUntil(() => seen.every((numbers) => (numbers.at(-1) ?? 0) > 220))
  for (const numbers of seen) expect(numbers).toEqual(inOrder(numbers, 1))
  end()
  expect(PlayedDecoder.open).toBe(0)
})

test.each([0.5, 0.25] as const)('and so it is backwards, at %s of the speed', async (speed) => {
  const { seen, lookUntil, playFrom, end } = stand()
  await playFrom(300, speed, true)
  await lookUntil(() => seen.every((numbers) => (numbers.at(-1) ?? 1_000) < 120))
  for (const numbers of seen) expect(numbers).toEqual(inOrder(numbers, -1))
  end()
  expect(PlayedDecoder.open).toBe(0)
})

test('whoever points all over the recordings meanwhile sees what is there, and none of what plays is missing for it', async () => {
  const { seen, look, lookUntil, playFrom, point, previews, end } = stand()
  await playFrom(20, 0.5, false)
  for (let number = 0; number < COUNT; number += 40) {
    point(number)
    for (let looks = 0; looks < 10; looks++) await look(LOOK_MS)
  }
  await lookUntil(() => seen.every((numbers) => (numbers.at(-1) ?? 0) > 120))
  for (const numbers of seen) expect(numbers).toEqual(inOrder(numbers, 1))
  expect(previews.filter((pictureMs) => pictureMs !== undefined).length).toBeGreaterThan(8)
  end()
})

test.each(['relay', 'plugin'] as const)(
  'while the %s plays, what is pointed at is asked of the relay, and by no number of a piece that does not come to its end',
  async (by) => {
    const { look, lookUntil, playFrom, pause, point, previews, asked, end } = stand({ comesUntil: 100 })
    await playFrom(20, 1, false, by)
    pause()
    const underWay = asked.findLast(({ sn }) => sn === 'SLSLOW1')
    point(40)
    await lookUntil(() => previews.some((pictureMs) => pictureMs !== undefined))
    // Behind the end of the recordings each moment is asked for.
    for (let number = 0; number < pastNumbers.relay.count; number++) {
      point(2 * COUNT + number)
      await look(LOOK_MS, false)
    }
    const [played, pointedAt] = (['main', 'sub'] as const).map((stream) => asked.filter((one) => one.stream === stream))
    expect(new Set(played?.map((one) => one.by))).toEqual(new Set([by]))
    expect(new Set(pointedAt?.map((one) => one.by))).toEqual(new Set(['relay']))
    const numbers = new Set(pointedAt?.map(({ channel }) => channel))
    expect(numbers.size).toBeGreaterThan(pastNumbers.relay.count - 10)
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(pastNumbers.relay.first)
    expect(numbers).not.toContain(underWay?.channel)
    end()
  },
)

test('what is pointed at comes though the plugin goes away meanwhile, and is asked for again when the relay has gone', async () => {
  const { deck, look, lookUntil, playFrom, pause, point, previews, asked, cameras, end } = stand()
  const pointedAt = () => asked.filter(({ stream }) => stream === 'sub').length
  await playFrom(20, 1, false, 'plugin')
  pause()
  point(200)
  deck.lost('plugin')
  deck.take({ kind: 'show', cameras, by: 'relay' })
  await lookUntil(() => previews.at(-1) !== undefined)
  expect(pointedAt()).toBe(1)
  point(300)
  expect(pointedAt()).toBe(2)
  deck.reconnected('relay')
  await look(LOOK_MS)
  expect(pointedAt()).toBe(3)
  end()
})

test('what was pointed at is asked for again when a playback begins after another', async () => {
  const { look, lookUntil, playFrom, pause, point, asked, end } = stand()
  await playFrom(20, 1, false)
  pause()
  const pointedAt = () => asked.filter(({ stream }) => stream === 'sub').length
  point(200)
  await lookUntil(() => pointedAt() === 1)
  point(200)
  for (let looks = 0; looks < 10; looks++) await look(LOOK_MS)
  expect(pointedAt()).toBe(1)
  end()
  await playFrom(20, 1, false)
  pause()
  point(200)
  await lookUntil(() => pointedAt() === 2)
  end()
})

test('behind a gap in the recordings, too, every picture is seen, and none of it is passed over by a machine that is late', async () => {
  const gap = { from: 100, to: 200 }
  const { seen, lookUntil, playFrom, end } = stand({ gap })
  await playFrom(60, 0.5, false)
  await lookUntil(() => seen.every((numbers) => (numbers.at(-1) ?? 0) > 260))
  for (const numbers of seen) {
    const from = numbers[0] ?? 0
    expect(numbers).toEqual([...counted(from, gap.from), ...counted(gap.to, gap.to + numbers.length - gap.from + from)])
  }
  end()
})

test('a decoder that is taken away for others gives its picture once there is another one, and the clock waits for it', async () => {
  const { seen, look, lookUntil, playFrom, end } = stand()
  await playFrom(20, 0.5, false)
  for (let times = 0; times < 40; times++) {
    for (const decoder of PlayedDecoder.made.slice()) decoder.fail('QuotaExceededError')
    const [shown = 0] = seen.map((numbers) => numbers.at(-1) ?? 0)
    // The next picture is given to another one, and that is taken away, too, before it comes.
    await look(MOST_AWAY_MS, false)
    for (const decoder of PlayedDecoder.made.slice()) decoder.fail('QuotaExceededError')
    await look(MOST_AWAY_MS, false)
    await lookUntil(() => seen.every((numbers) => (numbers.at(-1) ?? 0) > shown + 2), 0)
  }
  for (const numbers of seen) expect(numbers).toEqual(counted(numbers[0] ?? 0, (numbers.at(-1) ?? 0) + 1))
  end()
})

test.each([
  { says: 'nothing', holdsBack: Number.POSITIVE_INFINITY },
  { says: 'each picture much too late', holdsBack: 5 },
])(
  'a camera whose decoder says $says holds up the others once, not for each picture, and is waited for again when it is in time',
  async ({ holdsBack }) => {
    const { seen, lookUntil, playFrom, end } = stand()
    await playFrom(20, 0.5, false)
    await lookUntil(() => seen.every((numbers) => (numbers.at(-1) ?? 0) > 40), 0)
    const other = PlayedDecoder.made[1]
    if (other === undefined) throw new Error('There is no second decoder.')
    other.holdsBack = holdsBack
    const took = await lookUntil(() => (seen[0]?.at(-1) ?? 0) >= 140, 0)
    expect(took).toBeLessThan((100 * PICTURE_MS) / 0.5 + PATIENCE_MS + 1_000)
    expect(seen[0]).toEqual(counted(seen[0]?.[0] ?? 0, 141))
    other.holdsBack = 0
    await lookUntil(() => (seen[1]?.at(-1) ?? 0) >= 150, 0)
    await lookUntil(() => seen.every((numbers) => numbers.at(-1) === 300))
    const since = seen[1]?.slice(seen[1].indexOf(150))
    expect(since).toEqual(counted(150, 301))
    end()
  },
)

test('a camera of which it is not known what comes holds up the others no longer than those that are on their way', async () => {
  const { seen, lookUntil, playFrom, end } = stand({ comesUntil: 100 })
  await playFrom(60, 0.5, false)
  const took = await lookUntil(() => (seen[0]?.at(-1) ?? 0) >= 200, 0)
  expect(took).toBeLessThan((140 * PICTURE_MS) / 0.5 + 2 * PATIENCE_MS)
  expect(seen[0]).toEqual(counted(seen[0]?.[0] ?? 0, 201))
  end()
})

test('the page hears of a clock that waits for a picture now and then, and of every order at once', async () => {
  const { look, lookUntil, playFrom, seek, end, seen, toldTimes } = stand()
  await playFrom(20, 0.5, false)
  await lookUntil(() => seen.every((numbers) => (numbers.at(-1) ?? 0) > 40), 0)
  const before = toldTimes()
  for (let waitedMs = 0; waitedMs < 2_000; waitedMs += LOOK_MS) await look(LOOK_MS, false)
  expect(toldTimes() - before).toBeLessThanOrEqual(2_000 / NEWS_MS + 1)
  const heard = toldTimes()
  seek(45)
  seek(46)
  expect(toldTimes() - heard).toBe(2)
  end()
})

test('who goes elsewhere while it stands is sent the picture of that moment alone, and all else when every camera has its own', async () => {
  const { asked, seen, look, lookUntil, seek, point, playFrom, pause, end } = stand()
  await playFrom(20, 1, false)
  pause()
  await look(LOOK_MS)
  const isSeen = () => seen.every((numbers) => numbers.at(-1) === 410)
  const [askedBefore, givenBefore] = [asked.length, PlayedDecoder.given]
  const asks = () => asked.slice(askedBefore).map(({ stream, startMs, endMs }) => ({ stream, lengthMs: endMs - startMs }))
  const alone = { stream: 'main', lengthMs: 1 }
  seek(410)
  point(200)
  const isSeenAlone = () => {
    if (isSeen()) return true
    expect(asks()).toEqual([alone, alone])
    return false
  }
  await lookUntil(isSeenAlone, 0)
  // From the key frame of each camera, and not one more.
  expect(PlayedDecoder.given - givenBefore).toBe(2 * ((410 % GROUP) + 1))
  await look(LOOK_MS)
  const behind = { stream: 'main', lengthMs: 10_000 }
  expect(asks()).toEqual([alone, alone, behind, behind, { stream: 'sub', lengthMs: 1 }])
  end()
})

test('a camera that never answers holds up what is behind the moment of the others, and what is pointed at, for three seconds', async () => {
  const { deck, cameras, asked, seen, look, lookUntil, seek, point, previews, end } = stand({ comesUntil: 0 })
  deck.take({ kind: 'show', cameras, by: 'relay' })
  seek(40)
  point(200)
  for (let waitedMs = 0; waitedMs < PATIENCE_MS - NEWS_MS; waitedMs += NEWS_MS) await look(NEWS_MS)
  expect(seen).toEqual([[40], []])
  expect(asked.map(({ startMs, endMs }) => endMs - startMs)).toEqual([1, 1])
  const took = await lookUntil(() => previews.some((pictureMs) => pictureMs !== undefined), 0)
  expect(took).toBeLessThan(2 * NEWS_MS)
  const behind = asked.slice(2).map(({ sn, stream, startMs, endMs }) => ({ sn, stream, lengthMs: endMs - startMs }))
  expect(behind).toEqual([
    { sn: 'SLSLOW0', stream: 'main', lengthMs: 10_000 },
    { sn: 'SLSLOW0', stream: 'sub', lengthMs: 1 },
  ])
  end()
})

test.each([
  { by: 'plugin', from: 'cloud', lengthsMs: [10_000, 10_000] },
  { by: 'relay', from: 'cloud', lengthsMs: [1, 1, 10_000, 10_000] },
  { by: 'plugin', from: 'local', lengthsMs: [1, 1, 10_000, 10_000] },
] as const)(
  'who goes to a moment of a standing playback has the $by ask for the $from recordings of $lengthsMs ms: the plugin fetches the whole file each time',
  async ({ by, from, lengthsMs }) => {
    const { deck, cameras, asked, seen, look, lookUntil, seek, end } = stand({ from })
    deck.take({ kind: 'show', cameras, by })
    seek(40)
    await lookUntil(() => seen.every((numbers) => numbers.at(-1) === 40), 0)
    await look(LOOK_MS)
    expect(asked.map(({ startMs, endMs }) => endMs - startMs)).toEqual(lengthsMs)
    end()
  },
)

test('who goes to a moment to play from there is sent all from there on, and nothing before that', async () => {
  const { deck, cameras, asked, seen, lookUntil, seek, pause, end } = stand()
  const lengths = (from = 0) => asked.slice(from).map(({ startMs, endMs }) => endMs - startMs)
  deck.take({ kind: 'show', cameras, by: 'relay' })
  expect(asked).toEqual([])
  seek(40, { isPlaying: true })
  expect(lengths()).toEqual([10_000, 10_000])
  await lookUntil(() => seen.every((numbers) => (numbers.at(-1) ?? 0) > 45), 0)
  pause()
  const before = asked.length
  // Whoever presses a moment, and then at once for it to go on.
  seek(410)
  deck.take({ kind: 'play', isPlaying: true })
  expect(lengths(before)).toEqual([1, 1, 10_000, 10_000])
  end()
})

test('who turns round and chooses a speed in one breath plays forwards at it, whatever the page has heard of its clock by then', async () => {
  const { deck, playFrom, clock, end } = stand()
  await playFrom(300, 1, true)
  const eventsOf = () => () => Promise.resolve({ times: [], isMore: false })
  const steering = makeSteering({ order: (order) => deck.take(order), timeNow: () => 0, serviceNowMs: () => 0, eventsOf })
  steering.turn()
  steering.pace(4)
  expect(clock()).toMatchObject({ speed: 4, isBackwards: false, isPlaying: true })
  steering.toggle()
  steering.toggle()
  steering.turn()
  expect(clock()).toMatchObject({ speed: 4, isBackwards: true, isPlaying: true })
  end()
})

test('the page hears nothing of a clock that stands while nothing changes', async () => {
  const { look, playFrom, pause, end, toldTimes } = stand()
  await playFrom(20, 1, false)
  pause()
  for (let looks = 0; looks < 5; looks++) await look(NEWS_MS)
  const heard = toldTimes()
  for (let looks = 0; looks < 20; looks++) await look(NEWS_MS)
  expect(toldTimes()).toBe(heard)
  end()
})

test('at full speed the clock keeps time, and a machine that is late passes over pictures', async () => {
  const { seen, lookUntil, playFrom, clock, end } = stand()
  await playFrom(20, 1, false)
  await lookUntil(() => clock()?.rate === 1, LITTLE_AWAY_MS)
  const { atMs = 0, sinceMs = 0 } = clock() ?? {}
  await lookUntil(() => (seen[0]?.at(-1) ?? 0) > 220, LITTLE_AWAY_MS)
  expect(clock()).toMatchObject({ atMs, sinceMs, rate: 1 })
  for (const numbers of seen) {
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    expect(numbers.length).toBeLessThan(190)
  }
  end()
})
