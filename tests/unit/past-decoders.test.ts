import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import type { StreamConfig } from '#workers/media/pipeline.ts'
import { Films } from '#workers/media/past/film.ts'
import { GroupStore } from '#workers/media/past/group-store.ts'
import { RunningDecoder } from '#workers/media/past/running-decoder.ts'
import { PlayedChunk, PlayedDecoder } from '#tests/support/played-decoder.ts'

const START_MS = 1_000_000
const PICTURE_MS = 40
const GROUP = 10
const H264 = 'avc1.42001f'
const HIGH = 'avc1.640028'
const H265 = 'hev1.1.6.L93.B0'

const configOf = (codec: string): StreamConfig => ({ stream: 'main', codec, width: 640, height: 360, fps: 25 })

function unitAt(number: number): MediaUnit {
  return {
    kind: 'video',
    channel: 0x8000,
    isKey: number % GROUP === 0,
    isPreroll: false,
    codec: mediaCodecs.h264,
    ptsUs: number * PICTURE_MS * 1_000,
    captureMs: START_MS + number * PICTURE_MS,
    sequence: 0,
    data: new Uint8Array(100),
  }
}

/** The past of a camera whose groups are of these codecs, and what was seen of it, by number. */
function recorded(codecs: readonly string[]) {
  const store = new GroupStore(1e9)
  for (const [index, codec] of codecs.entries()) {
    const piece = { config: configOf(codec) }
    for (let number = index * GROUP; number < (index + 1) * GROUP; number++) store.put(unitAt(number), piece)
  }
  const endMs = START_MS + codecs.length * GROUP * PICTURE_MS
  store.whole.add(START_MS, endMs)
  const seen: number[] = []
  const unsupported: string[] = []
  const numberOf = ({ captureMs }: MediaUnit) => (captureMs - START_MS) / PICTURE_MS
  const placeOf = (number: number) => {
    const place = store.placeAt(START_MS + number * PICTURE_MS, false)
    if (place === undefined) throw new Error(`There is no picture ${number}.`)
    return place
  }
  const count = codecs.length * GROUP
  return { store, seen, unsupported, numberOf, placeOf, count }
}

const counted = (from: number, to: number) => Array.from({ length: Math.abs(to - from) }, (_, index) => from + index * Math.sign(to - from))

beforeEach(() => {
  PlayedDecoder.forget()
  vi.stubGlobal('VideoDecoder', PlayedDecoder)
  vi.stubGlobal('EncodedVideoChunk', PlayedChunk)
})
afterEach(() => vi.unstubAllGlobals())

describe('pictures that are played on', () => {
  function player(codecs: readonly string[]) {
    const past = recorded(codecs)
    const decoder = new RunningDecoder(past.store, {
      onPicture: (frame, unit) => {
        past.seen.push(past.numberOf(unit))
        frame.close()
      },
      onUnsupported: (codec) => past.unsupported.push(codec),
    })
    /** As while the clock goes: the same picture is looked for several times. */
    const play = async (number: number) => {
      for (let look = 0; look < 3; look++) {
        decoder.show(past.placeOf(number), true)
        await PlayedDecoder.work(4)
      }
    }
    return { ...past, decoder, play }
  }

  test('over the moment at which they become those of another codec, and none of either is missing', async () => {
    const { decoder, play, seen, count } = player([H264, HIGH, HIGH, H265, H264])
    for (let number = 0; number < count; number++) await play(number)
    expect(seen).toEqual(counted(0, count))
    decoder.close()
    expect(PlayedDecoder.open).toBe(0)
  })

  test('go on when the browser takes their decoder for others, and are not called damaged', async () => {
    const { decoder, play, placeOf, seen, unsupported, count } = player([H264, H264])
    for (let number = 0; number < count; number++) {
      await play(number)
      if (number % 7 !== 3) continue
      PlayedDecoder.made.at(-1)?.fail('QuotaExceededError')
      // Its picture stays on the screen for a while.
      await play(number)
    }
    expect([...new Set(seen)]).toEqual(counted(0, count))
    for (let number = 0; number < count; number++) expect(decoder.isDamaged(placeOf(number))).toBe(false)
    expect(unsupported).toEqual([])
    decoder.close()
    expect(PlayedDecoder.open).toBe(0)
  })

  test('to which the way was prepared as it came are shown without being decoded once more', async () => {
    const { decoder, placeOf, seen } = player([H264, H264])
    for (const number of [3, 5, 6]) {
      decoder.prepare(placeOf(number))
      await PlayedDecoder.work()
    }
    expect(seen).toEqual([])
    decoder.show(placeOf(6), false)
    expect(seen).toEqual([6])
    expect(PlayedDecoder.given).toBe(7)
    decoder.close()
    expect(PlayedDecoder.open).toBe(0)
  })

  test('from where somebody has gone back to are decoded ahead as they were before, and nothing is kept of what was ahead', async () => {
    const { decoder, play, placeOf, seen } = player([H264, H264, H264, H264])
    await play(25)
    // The next one ahead is still inside when somebody goes back.
    decoder.show(placeOf(26), true)
    const before = PlayedDecoder.given
    await play(3)
    // From the key frame up to there, and as many ahead as ever.
    expect(PlayedDecoder.given - before).toBe(4 + 4)
    for (let number = 4; number < 12; number++) await play(number)
    expect(seen.slice(-9)).toEqual(counted(3, 12))
    expect(PlayedDecoder.given - before).toBe(12 + 4)
    expect(PlayedDecoder.open).toBe(4)
    decoder.close()
    expect(PlayedDecoder.open).toBe(0)
  })

  test('that are still inside when they are due are not decoded once more, though the next group has begun behind them', async () => {
    const { decoder, placeOf, seen } = player([H264, H264])
    decoder.show(placeOf(7), true)
    await PlayedDecoder.work()
    decoder.show(placeOf(7), true)
    expect(PlayedDecoder.given).toBe(12)
    decoder.show(placeOf(9), true)
    await PlayedDecoder.work()
    expect(seen.at(-1)).toBe(9)
    expect(PlayedDecoder.given).toBe(12)
    decoder.close()
    expect(PlayedDecoder.open).toBe(0)
  })

  test('to which a way was prepared, and another one before it was gone, are not kept', async () => {
    const { decoder, placeOf } = player([H264, H264, H264, H264])
    for (const number of [35, 25, 15, 5]) {
      decoder.prepare(placeOf(number))
      await PlayedDecoder.work()
    }
    expect(PlayedDecoder.open).toBe(1)
    decoder.close()
    expect(PlayedDecoder.open).toBe(0)
  })

  test('of a codec that the browser has no decoder for say so, and those before it are seen', async () => {
    PlayedDecoder.knows = (codec) => codec !== H265
    const { decoder, play, seen, unsupported } = player([H264, H265])
    for (let number = 0; number < GROUP; number++) await play(number)
    expect(unsupported).toEqual([])
    await play(GROUP)
    expect(seen).toEqual(counted(0, GROUP))
    expect(unsupported).toEqual([H265])
    decoder.close()
  })

  test('of a codec that the decoder is refused for say so, wherever they are gone to', async () => {
    PlayedDecoder.refusal = (codec) => (codec === H265 ? new TypeError('It is none.') : undefined)
    const { decoder, placeOf, unsupported, seen } = player([H264, H265])
    // The decoder has made something, and so much is under way that it is to begin anew.
    decoder.show(placeOf(GROUP - 1), true)
    await PlayedDecoder.work(1)
    for (let look = 0; look < 3; look++) decoder.show(placeOf(GROUP), false)
    expect(unsupported).toEqual([H265])
    decoder.show(placeOf(3), false)
    await PlayedDecoder.work()
    expect(seen.at(-1)).toBe(3)
    decoder.close()
    expect(PlayedDecoder.open).toBe(0)
  })

  test('go on when the browser has no decoder to spare for a while, and are not called damaged', async () => {
    let askedTimes = 0
    PlayedDecoder.refusal = () => (++askedTimes % 3 === 0 ? undefined : new DOMException('Others have them all.', 'QuotaExceededError'))
    const { decoder, play, placeOf, seen, unsupported, count } = player([H264, H264])
    for (let number = 0; number < count; number++) {
      await play(number)
      if (number % GROUP === 4) PlayedDecoder.made.at(-1)?.fail('QuotaExceededError')
      expect(decoder.isDamaged(placeOf(number))).toBe(false)
    }
    expect([...new Set(seen)]).toEqual(counted(0, count))
    expect(unsupported).toEqual([])
    decoder.close()
    expect(PlayedDecoder.open).toBe(0)
  })
})

describe('pictures that are seen backwards', () => {
  function films(codecs: readonly string[]) {
    const past = recorded(codecs)
    let times = 0
    const made = new Films(() => 1e9, { onReady: () => (times += 1), onUnsupported: (codec) => past.unsupported.push(codec) })
    /** As a window looks for them: the one that is due, and the group in front of it. Answers once something is there. */
    const look = async (number: number) => {
      const place = past.placeOf(number)
      for (let tick = 0; tick < 100; tick++) {
        const found = made.frameAt(place)
        const before = past.store.before(place.group)
        if (before !== undefined) made.prepare(before)
        if (found !== undefined) return found === 'damaged' ? found : past.numberOf(found.unit)
        await PlayedDecoder.work(1)
      }
      return 'loading'
    }
    const seenBack = async () => {
      const seen: (number | string)[] = []
      for (let number = past.count - 1; number >= 0; number--) seen.push(await look(number))
      return seen
    }
    return { ...past, made, look, seenBack, readyTimes: () => times }
  }

  test('are all there, also where the groups beside one another are of different codecs', async () => {
    const { made, seenBack, count } = films([H264, HIGH, H264, H264, HIGH])
    expect(await seenBack()).toEqual(counted(count - 1, -1))
    made.close()
    expect(PlayedDecoder.open).toBe(0)
  })

  test('of a group that is gone to take the decoder from one of another codec that was only prepared, which is decoded afterwards', async () => {
    const { made, look } = films([H264, HIGH, H264])
    expect(await look(2 * GROUP)).toBe(2 * GROUP)
    // Until that is whole, the one in front of it waits.
    await PlayedDecoder.work()
    await look(2 * GROUP)
    await PlayedDecoder.work(1)
    expect(await look(GROUP - 1)).toBe(GROUP - 1)
    expect(await look(GROUP + 5)).toBe(GROUP + 5)
    made.close()
    expect(PlayedDecoder.open).toBe(0)
  })

  test('are decoded anew when the browser takes their decoder for others, and are not called damaged', async () => {
    const { made, look, count, unsupported, readyTimes } = films([H264, H264])
    const seen: (number | string)[] = []
    for (let number = count - 1; number >= 0; number--) {
      const decoder = PlayedDecoder.made.at(-1)
      if (number % 4 === 1 && decoder?.state === 'configured') {
        const before = readyTimes()
        decoder.fail('QuotaExceededError')
        // Whoever waits looks again at once.
        expect(readyTimes()).toBeGreaterThan(before)
      }
      seen.push(await look(number))
    }
    expect(seen).toEqual(counted(count - 1, -1))
    expect(unsupported).toEqual([])
    made.close()
    expect(PlayedDecoder.open).toBe(0)
  })

  test('of a codec that the browser has no decoder for say so', async () => {
    PlayedDecoder.knows = (codec) => codec !== H265
    const { made, look, unsupported } = films([H264, H265])
    expect(await look(2 * GROUP - 1)).toBe('loading')
    expect(unsupported[0]).toBe(H265)
    expect(await look(GROUP - 1)).toBe(GROUP - 1)
    made.close()
  })
})
