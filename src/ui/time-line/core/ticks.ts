import { DAY_MS } from '#shared/time/day.ts'
import { piecesOf } from './local-time.ts'
import { spanMs, type View } from './view.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const WEEK_MS = 7 * DAY_MS
/** 1 January 1970 was a Thursday: so far after it began a week, on a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** How far marks may be apart by the clocks of the place. Each is a part of the next. */
export const steps = [
  100,
  500,
  SECOND_MS,
  5 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  WEEK_MS,
] as const
const ofDay = steps.indexOf(DAY_MS)

/** A mark on the ruler. */
export interface Tick {
  atMs: number
  /** The longest of the `steps` that leads here, by its index: midnight is more than a full hour. */
  rank: number
  hasLabel: boolean
}

/** How near marks and labels may come to each other, CSS pixels. */
export interface Nearest {
  tickPx: number
  labelPx: number
}

/** The marks of a view, and how far its labels are apart, ms. */
export interface Ruler {
  ticks: Tick[]
  labelStepMs: number
}

/** The first of the steps that is so many pixels long, by its index; the last when none is. */
function stepOf(view: View, leastPx: number): number {
  const index = steps.findIndex((step) => (step / spanMs(view)) * view.widthPx >= leastPx)
  return index === -1 ? steps.length - 1 : index
}

/** The longest step that leads to a time of the clocks, which is given as if it were UTC. */
function rankOf(clockMs: number): number {
  for (let rank = steps.length - 1; rank > 0; rank -= 1) {
    const from = steps[rank] === WEEK_MS ? FIRST_MONDAY_MS : 0
    if ((clockMs - from) % (steps[rank] ?? 1) === 0) return rank
  }
  return 0
}

/**
 * The marks that the clocks of a zone make on a view: on their midnights, hours and minutes also where they are half an hour from UTC, and where they
 * are changed. A day begins at the first moment that has its date, whether or not that is midnight. Of two marks that a change of the clocks
 * brings too near to each other the lesser is left out. Throws `InvalidTimeZone`.
 */
export function rulerOf(view: View, zone: string, { tickPx, labelPx }: Nearest): Ruler {
  const step = stepOf(view, tickPx)
  const labelStep = Math.max(step, stepOf(view, labelPx))
  const all = apart(allTicks(view, zone, step), view, tickPx)
  const labels = new Set(
    apart(
      all.filter(({ rank }) => rank >= labelStep),
      view,
      labelPx,
    ),
  )
  return {
    ticks: all.map((tick) => ({ ...tick, hasLabel: labels.has(tick) })),
    labelStepMs: steps[labelStep] ?? DAY_MS,
  }
}

function allTicks(view: View, zone: string, step: number): Tick[] {
  const stepMs = steps[step] ?? DAY_MS
  const fromMs = stepMs === WEEK_MS ? FIRST_MONDAY_MS : 0
  const ticks: Tick[] = []
  let day = -Infinity
  const add = (atMs: number, clockMs: number) => {
    const own = Math.floor(clockMs / DAY_MS)
    const isNewDay = own > day && (day !== -Infinity || clockMs % DAY_MS === 0)
    const rank = isNewDay ? Math.max(rankOf(own * DAY_MS), ofDay) : Math.min(rankOf(clockMs), ofDay - 1)
    day = Math.max(day, own)
    if (rank >= step) ticks.push({ atMs, rank, hasLabel: false })
  }
  // From a little before the view on, so that its first midnight is known to be the first of that day.
  for (const { fromMs: beginMs, toMs, offsetMs } of piecesOf({ fromMs: view.fromMs - 2 * HOUR_MS, toMs: view.toMs }, zone)) {
    // Where the clocks were put on over midnight, the day begins there.
    const clockMs = beginMs + offsetMs
    if (day !== -Infinity && Math.floor(clockMs / DAY_MS) > day) add(beginMs, clockMs)
    const first = Math.ceil((clockMs - fromMs) / stepMs) * stepMs + fromMs
    for (let clock = first; clock - offsetMs < toMs; clock += stepMs)
      if (ticks.at(-1)?.atMs !== clock - offsetMs) add(clock - offsetMs, clock)
    day = Math.max(day, Math.floor((toMs - 1 + offsetMs) / DAY_MS))
  }
  return ticks.filter(({ atMs }) => atMs >= view.fromMs)
}

/** Those of the marks that stand this far from each other; of two that do not, the one of the higher rank, else the earlier. */
function apart(ticks: readonly Tick[], view: View, leastPx: number): Tick[] {
  // What a double adds to a distance that is just kept is no reason to leave a mark out.
  const leastMs = (leastPx / view.widthPx) * spanMs(view) - 0.01
  const kept: Tick[] = []
  for (const tick of ticks) {
    const last = kept.at(-1)
    if (last === undefined || tick.atMs - last.atMs >= leastMs) kept.push(tick)
    else if (tick.rank > last.rank) kept[kept.length - 1] = tick
  }
  return kept
}
