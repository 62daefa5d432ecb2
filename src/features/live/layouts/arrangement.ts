import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { MOST_WINDOWS as WINDOWS } from '#contract/calls/config/wall-grid.ts'
import type { PictureShape, StreamKind } from '#contract/enums.ts'

export interface ChannelRef {
  sn: string
  chlIndex: number
  /** The stream that somebody pinned; without one the window chooses by its size. */
  stream?: StreamKind
  /** How the picture stands in the window; without one the whole of it shows. */
  shape?: PictureShape
}

/**
 * What stands where on the wall. A window keeps its number, its video and its place in the document for life; swapping two
 * only exchanges their cells, so that no picture is interrupted.
 */
export interface Arrangement {
  /** The window in each cell: the numbers from 0 on in some order. */
  cells: readonly number[]
  /** What each window shows, by window. */
  channels: readonly (ChannelRef | null)[]
}

export const emptyArrangement: Arrangement = {
  cells: Array.from({ length: WINDOWS }, (_, index) => index),
  channels: Array.from({ length: WINDOWS }, () => null),
}

function isSame(one: ChannelRef | null | undefined, other: ChannelRef): boolean {
  return one?.sn === other.sn && one.chlIndex === other.chlIndex
}

export function channelAt({ cells, channels }: Arrangement, cell: number): ChannelRef | null {
  return channels[cells[cell] ?? -1] ?? null
}

/** The cell that shows the channel, or -1. */
export function cellOf(wall: Arrangement, channel: ChannelRef): number {
  return wall.cells.findIndex((_, cell) => isSame(channelAt(wall, cell), channel))
}

export function swap(wall: Arrangement, one: number, other: number): Arrangement {
  const cells = [...wall.cells]
  const [first, second] = [cells[one], cells[other]]
  if (first === undefined || second === undefined) return wall
  cells[one] = second
  cells[other] = first
  return { ...wall, cells }
}

/** Shows the channel in the cell. One that is on the wall already moves there. */
export function place(wall: Arrangement, cell: number, channel: ChannelRef): Arrangement {
  const from = cellOf(wall, channel)
  if (from !== -1) return swap(wall, from, cell)
  const window = wall.cells[cell]
  return { ...wall, channels: wall.channels.map((shown, index) => (index === window ? channel : shown)) }
}

/** Has the cell's window show its channel in another way: hold a stream whatever its size, or without one choose again; in another shape. */
export function adjust(wall: Arrangement, cell: number, how: Pick<ChannelRef, 'stream'> | Pick<ChannelRef, 'shape'>): Arrangement {
  const window = wall.cells[cell]
  return { ...wall, channels: wall.channels.map((shown, index) => (index === window && shown ? { ...shown, ...how } : shown)) }
}

/** Has every window show its channel in another shape. */
export function adjustAll(wall: Arrangement, how: Pick<ChannelRef, 'shape'>): Arrangement {
  return { ...wall, channels: wall.channels.map((shown) => shown && { ...shown, ...how }) }
}

export function clear(wall: Arrangement, cell: number): Arrangement {
  const window = wall.cells[cell]
  return { ...wall, channels: wall.channels.map((shown, index) => (index === window ? null : shown)) }
}

/** Where a camera that is opened goes: the selected cell when it is free, else the next free one, else the selected one. */
export function cellForOpening(wall: Arrangement, count: number, selected: number): number {
  const inReach = selected < count ? selected : 0
  for (let step = 0; step < count; step++) {
    const cell = (inReach + step) % count
    if (channelAt(wall, cell) === null) return cell
  }
  return inReach
}

/** The wall with its cells in another order: for each new cell the one that it was before, if any. Who loses the place goes behind them. */
export function reorder(wall: Arrangement, order: readonly (number | undefined)[]): Arrangement {
  const kept = order.map((from) => (from === undefined ? undefined : wall.cells[from]))
  const used = new Set(kept)
  // New cells get windows that show nothing, as long as there are any.
  const isShowing = (window: number) => (wall.channels[window] ?? null) !== null
  const spare = wall.cells.filter((window) => !used.has(window)).toSorted((one, other) => Number(isShowing(one)) - Number(isShowing(other)))
  const cells = kept.map((window) => window ?? spare.shift() ?? 0)
  return { ...wall, cells: [...cells, ...spare] }
}

/** The wall that a layout describes. Windows that show one of its channels already go on showing it. */
export function fromLayout(wall: Arrangement, layout: LayoutValue): Arrangement {
  const wanted = new Map(layout.playChlList.filter(({ winIndex }) => winIndex < WINDOWS).map((entry) => [entry.winIndex, entry]))
  const cells = new Array<number>(WINDOWS).fill(-1)
  const channels = new Array<ChannelRef | null>(WINDOWS).fill(null)
  const spare = new Set(wall.cells)
  for (const [cell, { sn, chlIndex }] of wanted) {
    const showing = wall.channels.findIndex((shown, window) => spare.has(window) && isSame(shown, { sn, chlIndex }))
    if (showing === -1) continue
    cells[cell] = showing
    spare.delete(showing)
  }
  const rest = [...spare]
  for (let cell = 0; cell < WINDOWS; cell++) {
    if (cells[cell] === -1) cells[cell] = rest.shift() ?? cell
    const entry = wanted.get(cell)
    if (entry) channels[cells[cell] ?? cell] = { sn: entry.sn, chlIndex: entry.chlIndex, stream: entry.stream, shape: entry.shape }
  }
  return { cells, channels }
}

/** The wall as a layout: of the cells of its grid, or of all. */
export function toLayout(
  wall: Arrangement,
  grid: Pick<LayoutValue, 'splitNum' | 'grid'>,
  options: { isDefault: boolean; all?: boolean },
): LayoutValue {
  const playChlList: LayoutValue['playChlList'] = []
  for (let cell = 0; cell < (options.all ? WINDOWS : grid.splitNum); cell++) {
    const channel = channelAt(wall, cell)
    if (!channel) continue
    // A camera that was dragged here may bring more along than is kept.
    const { sn, chlIndex, stream, shape } = channel
    playChlList.push({ winIndex: cell, sn, chlIndex, stream, shape })
  }
  return { ...grid, isDefault: options.isDefault, playChlList }
}
