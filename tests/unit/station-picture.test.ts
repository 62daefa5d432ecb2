import { describe, expect, test } from 'vitest'
import type { WindowStats } from '#contract/media-api.ts'
import type { StationContent, StationTurn } from '#contract/station.ts'
import { contentAt, indexAt, viewAt } from '#shared/station-shown.ts'
import { seenNow, toldOf, type Seen } from '#src/data/station/picture-age.ts'
import type { WindowState } from '#src/data/media/window-state.ts'
import { draftOfTurn, spansOf } from '#src/features/stations/turn-draft.ts'

const stats = (changes: Partial<WindowStats> = {}): WindowStats => ({
  source: 'relay',
  sink: 'generator',
  stream: 'main',
  codec: 'avc1.64001f',
  width: 1280,
  height: 720,
  fps: 25,
  bitrateKbps: 900,
  pictureAgeMs: 120,
  pictureAgeP95Ms: 200,
  framesShown: 10,
  framesDropped: 0,
  framesTooMany: 0,
  ...changes,
})
const playing: WindowState = { kind: 'playing' }

describe('what a screen says of a picture', () => {
  test('is live while it moves and is new, and its age is that by the camera’s clock', () => {
    const seen = seenNow(undefined, stats(), 1_000)
    expect(toldOf(playing, stats(), seen, 1_500)).toEqual({ state: 'live', ageMs: 120 })
    // A clock that is some milliseconds behind makes no picture of the future.
    expect(toldOf(playing, stats({ pictureAgeMs: -7 }), seen, 1_500).ageMs).toBe(0)
  })

  test('is frozen within three seconds after it stands still, and grows older', () => {
    let seen: Seen | undefined
    for (const nowMs of [1_000, 2_000, 3_000]) seen = seenNow(seen, stats(), nowMs)
    expect(seen).toEqual({ framesShown: 10, changedMs: 1_000 })
    expect(toldOf(playing, stats(), seen, 2_900).state).toBe('live')
    expect(toldOf(playing, stats(), seen, 3_000)).toEqual({ state: 'frozen', ageMs: 2_120 })
    expect(toldOf(playing, stats(), seen, 13_000)).toEqual({ state: 'frozen', ageMs: 12_120 })
    seen = seenNow(seen, stats({ framesShown: 11 }), 13_000)
    expect(toldOf(playing, stats({ framesShown: 11 }), seen, 13_100).state).toBe('live')
  })

  test('is live again with the first picture after a stall, before anything is counted, if that is a new one', () => {
    const before = seenNow(undefined, stats(), 1_000)
    const seen = before && { ...before, begun: { atMs: 9_000, ageMs: 150 } }
    expect(toldOf(playing, stats(), seen, 9_100)).toEqual({ state: 'live', ageMs: 250 })
    // By now more than that one would have been counted.
    expect(toldOf(playing, stats(), seen, 10_300).state).toBe('frozen')
    const old = before && { ...before, begun: { atMs: 9_000, ageMs: 3_200 } }
    expect(toldOf(playing, stats(), old, 9_100).state).toBe('frozen')
  })

  test('is not live when it moves but was filmed long ago', () => {
    const old = stats({ pictureAgeMs: 8_000 })
    expect(toldOf(playing, old, seenNow(undefined, old, 1_000), 1_000)).toEqual({ state: 'frozen', ageMs: 8_000 })
  })

  test('is not called frozen where few pictures are shown on purpose, or the camera sends few', () => {
    const seen = seenNow(undefined, stats(), 0)
    expect(toldOf({ kind: 'playing', less: { shows: 'stills', limit: 'machine' } }, stats(), seen, 4_000).state).toBe('live')
    expect(toldOf({ kind: 'playing', less: { shows: 'sub', limit: 'machine' } }, stats(), seen, 4_000).state).toBe('frozen')
    expect(toldOf(playing, stats({ fps: 1 }), seen, 3_900).state).toBe('live')
  })

  test('names the trouble of a camera, with the age of the last picture', () => {
    const seen = seenNow(undefined, stats(), 1_000)
    expect(toldOf({ kind: 'failed', fault: 'offline', sinceMs: 0 }, stats(), seen, 5_000)).toEqual({
      state: 'failed',
      fault: 'offline',
      ageMs: 4_120,
    })
    expect(toldOf({ kind: 'stalled', sinceMs: 2_000 }, undefined, undefined, 5_000)).toEqual({ state: 'frozen', ageMs: 3_000 })
    expect(toldOf({ kind: 'connecting' }, undefined, undefined, 5_000)).toEqual({ state: 'connecting', ageMs: null })
  })
})

describe('what a screen shows', () => {
  const views = (title: string): StationContent => ({
    kind: 'views',
    title,
    dwellS: 10,
    views: [1, 2, 3].map((chlIndex) => ({ splitNum: 1, playChlList: [{ winIndex: 0, sn: 'GATE000001', chlIndex }] })),
  })
  const night: StationTurn = { spans: [{ day: 1, fromMinute: 22 * 60, toMinute: 24 * 60 }], content: { kind: 'clock' } }

  test('follows the hours of its site, and goes back to what the office said', () => {
    const shown = { content: views('Day'), turns: [night], timeZone: 'Asia/Shanghai', remote: null }
    const monday = Date.UTC(2026, 0, 5, 14)
    expect(contentAt(shown, monday)).toEqual({ kind: 'clock' })
    expect(contentAt({ ...shown, timeZone: 'Europe/Amsterdam' }, monday)).toEqual(shown.content)
    expect(contentAt(shown, monday + 2 * 3_600_000)).toEqual(shown.content)
    expect(contentAt(shown, monday - 1)).toEqual(shown.content)
  })

  test('takes turns by the clock, from the last to the first', () => {
    const shown = { content: views('Round'), turns: [], timeZone: 'UTC', remote: null }
    const at = (seconds: number) => viewAt(shown, seconds * 1_000)?.playChlList[0]?.chlIndex
    expect([0, 9.9, 10, 20, 29.9, 30].map(at)).toEqual([1, 1, 2, 3, 3, 1])
    expect(viewAt({ ...shown, content: { kind: 'clock' } }, 0)).toBeUndefined()
  })

  test('goes by the remote control while that counts: other content, a view and those after it, one camera alone', () => {
    const remote = { content: null, view: null, full: null, untilMs: 60_000 }
    const shown = { content: views('Round'), turns: [], timeZone: 'UTC', remote: { ...remote, content: { kind: 'clock' as const } } }
    expect(contentAt(shown, 59_999)).toEqual({ kind: 'clock' })
    expect(contentAt(shown, 60_000)).toEqual(shown.content)
    const stepped = { ...shown, remote: { ...remote, view: { index: 2, sinceMs: 13_000 } } }
    expect([13_000, 22_999, 23_000, 59_000, 60_000].map((atMs) => indexAt(stepped, atMs))).toEqual([2, 2, 0, 0, 0])
    const alone = { ...shown, remote: { ...remote, full: { sn: 'GATE000001', chlIndex: 3 } } }
    expect(viewAt(alone, 0)).toEqual({ splitNum: 1, playChlList: [{ winIndex: 0, sn: 'GATE000001', chlIndex: 3 }] })
    expect(viewAt(alone, 60_000)?.playChlList[0]?.chlIndex).toBe(1)
  })
})

test('a time of a schedule is read as it is typed, and shown as it is kept', () => {
  const typed = { days: [5, 1], from: '8:30', to: '24:00' }
  const spans = [1, 5].map((day) => ({ day, fromMinute: 510, toMinute: 1_440 }))
  expect(spansOf(typed)).toEqual(spans)
  expect(draftOfTurn({ spans, content: { kind: 'clock' } })).toMatchObject({ days: [1, 5], from: '08:30', to: '24:00' })
  for (const wrong of [{ days: [] }, { from: '24:00' }, { to: '8:30' }, { from: '8.30' }, { to: '24:01' }, { from: '8:60' }])
    expect(spansOf({ ...typed, ...wrong })).toBeUndefined()
})
