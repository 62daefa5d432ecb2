import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WindowStats } from '#contract/media-api.ts'
import type { StationContent, StationTurn } from '#contract/station.ts'
import { contentAt, indexAt, viewAt } from '#shared/station-shown.ts'
import { toldOf, type Pictures } from '#src/data/station/picture-age.ts'
import type { WindowState } from '#src/data/media/window-state.ts'
import { draftOfTurn, spansOf } from '#src/features/stations/turn-draft.ts'

/** What is counted of a camera whose last picture was shown at this time. */
const shownAt = (shownMs: number, changes: Partial<WindowStats> = {}): WindowStats => ({
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
  last: { shownMs, filmedMs: shownMs - 120, everyMs: 40 },
  ...changes,
})
const playing: WindowState = { kind: 'playing' }
const less = (shows: 'sub' | 'keys' | 'stills'): WindowState => ({ kind: 'playing', less: { shows, limit: 'machine' } })
const told = (state: WindowState, pictures: Partial<Pictures>, nowMs: number, isCutOff = false) =>
  toldOf(state, { stats: undefined, begun: undefined, newest: undefined, ...pictures }, { nowMs, isCutOff })

describe('what a screen says of a picture', () => {
  test('is live while it moves and is new, and its age is that by the camera’s clock', () => {
    // From when it was filmed until now, not until it was counted.
    expect(told(playing, { stats: shownAt(1_000) }, 1_500)).toEqual({ state: 'live', ageMs: 620 })
    // A clock that is some milliseconds behind makes no picture of the future.
    expect(told(playing, { stats: shownAt(1_000, { last: { shownMs: 1_000, filmedMs: 1_007, everyMs: 40 } }) }, 1_000).ageMs).toBe(0)
  })

  test('is frozen two seconds after its last picture, however late that was counted, and grows older', () => {
    const stats = shownAt(1_000)
    expect(told(playing, { stats }, 2_999).state).toBe('live')
    expect(told(playing, { stats }, 3_000)).toEqual({ state: 'frozen', ageMs: 2_120 })
    expect(told(playing, { stats }, 13_000)).toEqual({ state: 'frozen', ageMs: 12_120 })
    expect(told(playing, { stats: shownAt(13_000) }, 13_100).state).toBe('live')
  })

  test('stays frozen while hardly anything, and then nothing, is counted any more', () => {
    for (const fps of [8, 1, 0.4, 0]) expect(told(playing, { stats: shownAt(1_000, { fps }) }, 3_900).state).toBe('frozen')
  })

  test('is frozen before three seconds are over since it was filmed where pictures come late, and not while they come', () => {
    const late = (shownMs: number) => shownAt(shownMs, { last: { shownMs, filmedMs: shownMs - 1_500, everyMs: 40 }, pictureAgeMs: 1_500 })
    // Counted a second ago: what has come meanwhile is counted with the next ones.
    expect(told(playing, { stats: late(1_000) }, 2_150).state).toBe('live')
    expect(told(playing, { stats: late(1_000) }, 2_250)).toEqual({ state: 'frozen', ageMs: 2_750 })
  })

  test('is live again with the first picture after a stall, before anything is counted, if that is a new one', () => {
    const stats = shownAt(1_000)
    const begun = { shownMs: 9_000, ageMs: 150 }
    expect(told(playing, { stats, begun }, 9_100).state).toBe('live')
    // Nothing has followed it.
    expect(told(playing, { stats, begun }, 11_000)).toEqual({ state: 'frozen', ageMs: 2_150 })
    expect(told(playing, { stats, begun: { shownMs: 9_000, ageMs: 3_200 } }, 9_100).state).toBe('frozen')
  })

  test('is live again with the first picture after a pause that was no stall, before that is counted, if it is a new one', () => {
    const stats = shownAt(1_000)
    expect(told(playing, { stats }, 3_300).state).toBe('frozen')
    expect(told(playing, { stats, newest: { shownMs: 3_300, ageMs: 150 } }, 3_300).state).toBe('live')
    expect(told(playing, { stats, newest: { shownMs: 3_300, ageMs: 150 } }, 5_300).state).toBe('frozen')
    // The newest that there was before the pause has come once more.
    expect(told(playing, { stats, newest: { shownMs: 3_300, ageMs: 2_900 } }, 3_300)).toEqual({ state: 'frozen', ageMs: 2_900 })
    // What was counted since is newer.
    expect(told(playing, { stats: shownAt(3_900), newest: { shownMs: 3_300, ageMs: 2_900 } }, 4_000).state).toBe('live')
  })

  test('is told by its first picture before anything is counted: live with its age, or not live at all', () => {
    expect(told(playing, { begun: { shownMs: 9_000, ageMs: 150 } }, 9_400)).toEqual({ state: 'live', ageMs: 550 })
    expect(told(playing, { begun: { shownMs: 9_000, ageMs: 3_200 } }, 9_000)).toEqual({ state: 'frozen', ageMs: 3_200 })
  })

  test('is frozen as soon after its first picture, when nothing or hardly anything was counted yet', () => {
    const begun = { shownMs: 9_000, ageMs: 900 }
    expect(told(playing, { begun }, 10_350).state).toBe('live')
    expect(told(playing, { begun }, 10_400)).toEqual({ state: 'frozen', ageMs: 2_300 })
    const stats = shownAt(9_000, { fps: 0.5, last: { shownMs: 9_000, filmedMs: 8_100, everyMs: undefined } })
    expect(told(playing, { stats, begun }, 10_800).state).toBe('frozen')
  })

  test('is not live when it moves but was filmed long ago', () => {
    const stats = shownAt(1_000, { last: { shownMs: 1_000, filmedMs: -7_000, everyMs: 40 }, pictureAgeMs: 8_000 })
    expect(told(playing, { stats }, 1_000)).toEqual({ state: 'frozen', ageMs: 8_000 })
  })

  test('of pictures that come late, the newest is known a few times a second: live while they come, and frozen when they do not', () => {
    const stats = shownAt(1_000, { last: { shownMs: 1_000, filmedMs: -1_100, everyMs: 40 } })
    const late = (shownMs: number) => ({ stats, newest: { shownMs, ageMs: 2_100 } })
    for (let nowMs = 1_250; nowMs < 2_000; nowMs += 250) expect(told(playing, late(nowMs - 250), nowMs).state).toBe('live')
    expect(told(playing, late(1_750), 2_350)).toEqual({ state: 'frozen', ageMs: 2_700 })
  })

  test('says how old each of its pictures is where they come one by one, on purpose or by the camera, and is frozen when none follows', () => {
    expect(told(less('keys'), { stats: shownAt(0) }, 4_000)).toEqual({ state: 'slow', ageMs: 4_120 })
    expect(told(less('keys'), { stats: shownAt(0) }, 22_000).state).toBe('frozen')
    expect(told(less('stills'), { stats: shownAt(0) }, 26_900).state).toBe('slow')
    expect(told(less('stills'), { stats: shownAt(0) }, 27_000).state).toBe('frozen')
    // A picture that is old when it comes is none of now, however few there are.
    expect(told(less('keys'), { stats: shownAt(0, { last: { shownMs: 0, filmedMs: -2_700, everyMs: 2_000 } }) }, 0).state).toBe('frozen')
    const each = (everyMs: number) => ({ stats: shownAt(0, { last: { shownMs: 0, filmedMs: -120, everyMs } }) })
    expect(told(playing, each(1_000), 100)).toEqual({ state: 'slow', ageMs: 220 })
    expect(told(playing, each(1_000), 3_900).state).toBe('slow')
    expect(told(playing, each(1_000), 4_000).state).toBe('frozen')
    expect(told(playing, each(500), 100).state).toBe('live')
    expect(told(less('sub'), { stats: shownAt(0) }, 4_000).state).toBe('frozen')
  })

  test('is frozen at once where single pictures cannot come any more: the network or the service is known to be gone', () => {
    for (const shows of ['keys', 'stills'] as const) expect(told(less(shows), { stats: shownAt(0) }, 100, true).state).toBe('frozen')
    // Those that move say it themselves, for what is known may be wrong.
    expect(told(playing, { stats: shownAt(0) }, 100, true).state).toBe('live')
  })

  /** A window that was watched at each look, four times a second: a camera of this rate and lag sent pictures until `endMs`, and was counted each second. */
  function* watched({ state, everyMs, lagMs, endMs }: { state: WindowState; everyMs: number; lagMs: number; endMs: number }) {
    const shownBy = (atMs: number) => Math.floor(Math.min(atMs, endMs) / everyMs) * everyMs
    for (let nowMs = 250; nowMs <= endMs + 20_000; nowMs += 250) {
      const countedMs = Math.floor(nowMs / 1_000) * 1_000
      const shownMs = shownBy(countedMs)
      const stats = shownAt(shownMs, { last: { shownMs, filmedMs: shownMs - lagMs, everyMs: countedMs > everyMs ? everyMs : undefined } })
      const newest = lagMs >= 1_000 ? { shownMs: shownBy(nowMs), ageMs: lagMs } : undefined
      const pictures = { begun: { shownMs: 0, ageMs: lagMs }, newest, ...(countedMs > 0 && { stats }) }
      yield { nowMs, trueAgeMs: nowMs - (shownBy(nowMs) - lagMs), ...told(state, pictures, nowMs) }
    }
  }
  const paces: WindowState[] = [playing, less('sub'), less('keys'), less('stills')]

  test('is never called live with a picture of more than three seconds ago, nor told younger than it is', () => {
    const ways = fc.record({
      state: fc.constantFrom(...paces),
      everyMs: fc.integer({ min: 20, max: 20_000 }),
      lagMs: fc.integer({ min: 0, max: 20_000 }),
      endMs: fc.integer({ min: 0, max: 10_000 }),
    })
    fc.assert(
      fc.property(ways, (way) => {
        for (const { trueAgeMs, state, ageMs } of watched(way)) {
          expect(state === 'live' ? trueAgeMs : 0).toBeLessThanOrEqual(3_000)
          expect(ageMs).toBeGreaterThanOrEqual(trueAgeMs)
        }
      }),
      { numRuns: 300 },
    )
  })

  test.each(
    [1_000 / 25, 1_000 / 15, 1_000 / 5, 1_000 / 2].flatMap((everyMs) => [0, 200, 1_000, 2_000].map((lagMs) => ({ everyMs, lagMs }))),
  )('is the same all the time while a picture comes each $everyMs ms, $lagMs ms late', ({ everyMs, lagMs }) => {
    const endMs = 60_000
    const said = [...watched({ state: playing, everyMs, lagMs, endMs })].filter(({ nowMs }) => nowMs < endMs)
    expect(new Set(said.map(({ state }) => state))).toEqual(new Set(['live']))
  })

  test.each([
    { state: playing, everyMs: 1_000 },
    { state: less('keys'), everyMs: 2_000 },
    { state: less('stills'), everyMs: 6_000 },
  ])('is slow all the time where a single picture comes each $everyMs ms', ({ state, everyMs }) => {
    const endMs = 60_000
    const said = [...watched({ state, everyMs, lagMs: 200, endMs })].filter(({ nowMs }) => nowMs > 2 * everyMs && nowMs < endMs)
    expect(new Set(said.map((one) => one.state))).toEqual(new Set(['slow']))
  })

  test('names the trouble of a camera, with the age of the last picture', () => {
    expect(told({ kind: 'failed', fault: 'offline', sinceMs: 0 }, { stats: shownAt(1_000) }, 5_000)).toEqual({
      state: 'failed',
      fault: 'offline',
      ageMs: 4_120,
    })
    // Of one that has shown nothing there is no picture that could be old.
    expect(told({ kind: 'failed', fault: 'timeout', sinceMs: 2_000 }, {}, 5_000)).toEqual({
      state: 'failed',
      fault: 'timeout',
      ageMs: null,
    })
    expect(told({ kind: 'stalled', sinceMs: 2_000 }, {}, 5_000)).toEqual({ state: 'frozen', ageMs: 3_000 })
    expect(told({ kind: 'connecting' }, {}, 5_000)).toEqual({ state: 'connecting', ageMs: null })
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

  test('shows at once what the office says during an hour of the schedule, until the next hour of it', () => {
    const hours = (fromHour: number, toHour: number, title: string): StationTurn => ({
      spans: [{ day: 1, fromMinute: fromHour * 60, toMinute: toHour * 60 }],
      content: views(title),
    })
    const turns = [hours(9, 12, 'Morning'), hours(12, 14, 'Noon'), hours(13, 20, 'Afternoon')]
    const monday = (hour: number, minute = 0) => Date.UTC(2026, 0, 5, hour, minute)
    const at = (atMs: number, contentAtMs: number | null | undefined, timeZone = 'UTC') => {
      const content = contentAt({ content: views('Office'), contentAtMs, turns, timeZone, remote: null }, atMs)
      return content.kind === 'views' && content.title
    }
    expect([monday(9), monday(10), monday(11, 59)].map((atMs) => at(atMs, monday(8, 59)))).toEqual(['Morning', 'Morning', 'Morning'])
    expect([monday(10), monday(11, 59)].map((atMs) => at(atMs, monday(9, 30)))).toEqual(['Office', 'Office'])
    // The next begins, though it had begun before in the list of hours.
    expect([monday(12), monday(13, 30), monday(14)].map((atMs) => at(atMs, monday(9, 30)))).toEqual(['Noon', 'Noon', 'Afternoon'])
    expect([monday(13, 59), monday(14), monday(19, 59), monday(20)].map((atMs) => at(atMs, monday(13, 45)))).toEqual([
      'Office',
      'Afternoon',
      'Afternoon',
      'Office',
    ])
    // What nobody knows the time of is older than any hour, and a week is not this hour.
    expect([at(monday(10), undefined), at(monday(10), null), at(monday(10), monday(10) - 7 * 24 * 3_600_000)]).toEqual([
      'Morning',
      'Morning',
      'Morning',
    ])
    expect(at(monday(8, 30), monday(8, 10), 'Europe/Amsterdam')).toBe('Office')
    expect(at(monday(8, 30), monday(7, 50), 'Europe/Amsterdam')).toBe('Morning')
  })

  test('an hour of the schedule goes on over midnight, and over a change of the clocks', () => {
    const nights = [6, 0].map((day) => ({ day, fromMinute: day === 6 ? 20 * 60 : 0, toMinute: day === 6 ? 24 * 60 : 8 * 60 }))
    const turns: StationTurn[] = [{ spans: nights, content: { kind: 'clock' } }]
    const shown = { content: views('Office'), turns, timeZone: 'Europe/Amsterdam', remote: null }
    // Saturday the 28th of March, 20:00 there; in this night the clocks go from 2:00 to 3:00.
    const begin = Date.UTC(2026, 2, 28, 19)
    const morning = Date.UTC(2026, 2, 29, 5)
    expect(contentAt({ ...shown, contentAtMs: begin - 60_000 }, morning)).toEqual({ kind: 'clock' })
    expect(contentAt({ ...shown, contentAtMs: begin + 60_000 }, morning)).toEqual(shown.content)
    const always = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, fromMinute: 0, toMinute: 24 * 60 }))
    const allWeek = { ...shown, turns: [{ spans: always, content: { kind: 'clock' as const } }] }
    expect(contentAt({ ...allWeek, contentAtMs: begin }, morning + 30 * 24 * 3_600_000)).toEqual(shown.content)
    expect(contentAt({ ...allWeek, contentAtMs: null }, morning)).toEqual({ kind: 'clock' })
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
  for (const wrong of [
    { days: [] },
    { from: '24:00' },
    { from: '24:00', to: '6:00' },
    { to: '8:30' },
    { from: '8.30' },
    { to: '24:01' },
    { from: '8:60' },
  ])
    expect(spansOf({ ...typed, ...wrong })).toBeUndefined()
})

test('a time of a schedule that ends before it begins goes on into the next day, and is shown as it was typed', () => {
  const content = { kind: 'clock' } as const
  const typed = { days: [5, 6], from: '22:00', to: '06:00' }
  const spans = [
    { day: 5, fromMinute: 1_320, toMinute: 1_440 },
    { day: 6, fromMinute: 1_320, toMinute: 1_440 },
    { day: 6, fromMinute: 0, toMinute: 360 },
    { day: 0, fromMinute: 0, toMinute: 360 },
  ]
  expect(spansOf(typed)).toEqual(spans)
  expect(draftOfTurn({ spans, content })).toMatchObject(typed)
  const nightly = { days: [0, 1, 2, 3, 4, 5, 6], from: '23:30', to: '00:30' }
  expect(draftOfTurn({ spans: spansOf(nightly) ?? [], content })).toMatchObject(nightly)
  expect(spansOf({ days: [3], from: '18:00', to: '0:00' })).toEqual([{ day: 3, fromMinute: 1_080, toMinute: 1_440 }])
})
