import type { LayoutValue, Split } from '#contract/calls/config/user-config.ts'

/** Windows of the largest wall. */
export const WINDOWS = 16

export interface ChannelRef {
  sn: string
  chlIndex: number
}

/**
 * What stands where on the wall. A window keeps its number, its video and its place in the document for life; swapping two
 * only exchanges their cells, so that no picture is interrupted.
 */
export interface Arrangement {
  /** The window in each cell: the numbers 0 to 15 in some order. */
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

export function clear(wall: Arrangement, cell: number): Arrangement {
  const window = wall.cells[cell]
  return { ...wall, channels: wall.channels.map((shown, index) => (index === window ? null : shown)) }
}

/** Where a camera that is opened goes: the selected cell when it is free, else the next free one, else the selected one. */
export function cellForOpening(wall: Arrangement, split: Split, selected: number): number {
  const inReach = selected < split ? selected : 0
  for (let step = 0; step < split; step++) {
    const cell = (inReach + step) % split
    if (channelAt(wall, cell) === null) return cell
  }
  return inReach
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
    if (entry) channels[cells[cell] ?? cell] = { sn: entry.sn, chlIndex: entry.chlIndex }
  }
  return { cells, channels }
}

/** The wall as a layout: of its first `split` cells, or of all. */
export function toLayout(wall: Arrangement, splitNum: Split, options: { isDefault: boolean; all?: boolean }): LayoutValue {
  const playChlList: LayoutValue['playChlList'] = []
  for (let cell = 0; cell < (options.all ? WINDOWS : splitNum); cell++) {
    const channel = channelAt(wall, cell)
    if (channel) playChlList.push({ winIndex: cell, sn: channel.sn, chlIndex: channel.chlIndex })
  }
  return { splitNum, isDefault: options.isDefault, playChlList }
}

/** The cell one step from `cell` in a wall of that many columns, or the same one at the edge. */
export function neighbour(cell: number, key: 'left' | 'right' | 'up' | 'down', split: Split, columns: number): number {
  const next = cell + { left: -1, right: 1, up: -columns, down: columns }[key]
  return next < 0 || next >= split ? cell : next
}
