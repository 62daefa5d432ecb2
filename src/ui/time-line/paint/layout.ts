/** Where the rows of a time line are, CSS pixels from its top. A row that is not there has no height. */
export interface Layout {
  heightPx: number
  /** Where the exact time of the playhead stands. */
  chip: Row
  /** The day or month that is under way. */
  dates: Row
  times: Row
  /** The same times by the viewer's own clock. */
  ownTimes: Row
  ticks: Row
  events: Row
  lanes: Row[]
}

interface Row {
  topPx: number
  heightPx: number
}

const full = { chip: 24, dates: 16, times: 16, ownTimes: 14, ticks: 8, events: 20 }
const compact = { chip: 0, dates: 0, times: 14, ownTimes: 0, ticks: 4, events: 0 }
const COMPACT_LANE_PX = 10
const GAP_PX = 2
/** Where names stand above their lanes. */
export const NAME_PX = 15
const LANE_UNDER_NAME_PX = 12
/** Lanes are lower where there are many, so that sixteen cameras are seen at once. */
const laneHeight = (lanes: number) => (lanes > 8 ? 16 : lanes > 4 ? 20 : 26)

/** The rows of a time line. The compact one has a lane in any case: what was played is seen in it. `isNarrow`: names stand above their lanes. */
export function layoutOf(wish: { isCompact: boolean; isNarrow: boolean; lanes: number; hasEvents: boolean; hasOwnTimes: boolean }): Layout {
  const heights = wish.isCompact ? compact : full
  let topPx = 0
  const row = (heightPx: number): Row => {
    const made = { topPx, heightPx }
    topPx += heightPx
    return made
  }
  const chip = row(heights.chip)
  const dates = row(heights.dates)
  const times = row(heights.times)
  const ownTimes = row(wish.hasOwnTimes ? heights.ownTimes : 0)
  const ticks = row(heights.ticks)
  const events = row(wish.hasEvents ? heights.events : 0)
  const laneOf = () => {
    if (wish.isCompact) return row(COMPACT_LANE_PX)
    if (wish.isNarrow) row(NAME_PX)
    const lane = row(wish.isNarrow ? LANE_UNDER_NAME_PX : laneHeight(wish.lanes))
    row(GAP_PX)
    return lane
  }
  const lanes = Array.from({ length: wish.isCompact ? 1 : wish.lanes }, laneOf)
  return { heightPx: topPx, chip, dates, times, ownTimes, ticks, events, lanes }
}
