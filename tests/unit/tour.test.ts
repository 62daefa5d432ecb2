import { describe, expect, it } from 'vitest'
import type { TourValue } from '#contract/calls/config/user-config.ts'
import { TourRun, viewsOf, type TourState, type TourView } from '#src/features/live/tour/tour.ts'

const camera = (chlIndex: number) => ({ sn: 'HALL01', chlIndex })
const DWELL_MS = 10_000

/** A clock that stands until it is moved. */
function testClock() {
  let nowMs = 0
  let next: { atMs: number; call: () => void } | undefined
  return {
    nowMs: () => nowMs,
    after: (ms: number, then: () => void) => {
      const mine = { atMs: nowMs + ms, call: then }
      next = mine
      return () => {
        if (next === mine) next = undefined
      }
    },
    move: (ms: number) => {
      nowMs += ms
      const due = next
      if (due === undefined || due.atMs > nowMs) return
      next = undefined
      due.call()
    },
  }
}

function start(count: number) {
  const clock = testClock()
  const shown: TourView[] = []
  const states: TourState[] = []
  const views = Array.from({ length: count }, (_, index) => ({ layoutId: String(index) }))
  const run = new TourRun(views, DWELL_MS, { show: (view) => shown.push(view), told: (state) => states.push(state) }, clock)
  return { run, clock, shown: () => shown.map((view) => 'layoutId' in view && view.layoutId).join(' '), last: () => states.at(-1) }
}

describe('a tour', () => {
  it('shows each view for its time, and begins again after the last', () => {
    const { clock, shown, last } = start(3)
    clock.move(DWELL_MS - 1)
    expect(shown()).toBe('0')
    clock.move(1)
    clock.move(DWELL_MS)
    clock.move(DWELL_MS)
    expect(shown()).toBe('0 1 2 0')
    expect(last()).toEqual({ index: 0, count: 3, isPaused: false })
  })

  it('pauses where it is, and goes on with what was left of the time', () => {
    const { run, clock, shown, last } = start(2)
    clock.move(4_000)
    run.pause()
    expect(last()?.isPaused).toBe(true)
    clock.move(10 * DWELL_MS)
    expect(shown()).toBe('0')
    run.resume()
    clock.move(5_999)
    expect(shown()).toBe('0')
    clock.move(1)
    expect(shown()).toBe('0 1')
  })

  it('goes to the next and the previous view when told, around the ends, and stays there while it pauses', () => {
    const { run, clock, shown } = start(3)
    run.previous()
    run.pause()
    run.next()
    clock.move(DWELL_MS)
    expect(shown()).toBe('0 2 0')
    run.resume()
    clock.move(DWELL_MS)
    expect(shown()).toBe('0 2 0 1')
  })

  it('does not catch up what nobody saw', () => {
    const { clock, shown } = start(3)
    clock.move(20 * DWELL_MS)
    expect(shown()).toBe('0 1')
  })

  it('of one view just stays, and an ended one shows nothing more', () => {
    const single = start(1)
    single.clock.move(5 * DWELL_MS)
    expect(single.shown()).toBe('0')
    const { run, clock, shown } = start(2)
    run.end()
    clock.move(5 * DWELL_MS)
    expect(shown()).toBe('0')
  })
})

describe('the views', () => {
  it('of cameras hold as many as are seen at a time, the last what is left', () => {
    const tour: TourValue = { kind: 'cameras', dwellS: 10, splitNum: 4, channels: [0, 1, 2, 3, 4].map(camera) }
    const views = viewsOf(tour, new Set())
    expect(views.map((view) => 'layout' in view && view.layout.playChlList.map(({ winIndex, chlIndex }) => [winIndex, chlIndex]))).toEqual([
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ],
      [[0, 4]],
    ])
  })

  it('of layouts leave out those that are gone or not seen', () => {
    const tour: TourValue = { kind: 'layouts', dwellS: 10, layoutIds: ['day', 'gone', 'night'] }
    expect(viewsOf(tour, new Set(['night', 'day']))).toEqual([{ layoutId: 'day' }, { layoutId: 'night' }])
  })
})
