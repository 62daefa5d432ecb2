import { proxy, ref } from 'valtio'
import type { LayoutValue, Split } from '#contract/calls/config/user-config.ts'
import {
  cellForOpening,
  cellOf,
  clear,
  emptyArrangement,
  fromLayout,
  place,
  swap,
  type Arrangement,
  type ChannelRef,
} from './arrangement.ts'

interface WallState {
  arrangement: Arrangement
  /** The selected cell. */
  selected: number
  /** Windows whose figures are shown. */
  withStats: ReadonlySet<number>
  /** False until the kept wall, or the layout in the address, has been put up. */
  isReady: boolean
}

/** The wall of this tab. How many windows it has stands in the address of the page. */
export const wall = proxy<WallState>({ arrangement: ref(emptyArrangement), selected: 0, withStats: ref(new Set<number>()), isReady: false })

type Listener = (arrangement: Arrangement) => void
let whenChanged: Listener = () => {}

/** Has `listener` hear of what people change on the wall, not of layouts that are put up. */
export function onWallChange(listener: Listener): () => void {
  whenChanged = listener
  return () => {
    whenChanged = () => {}
  }
}

function change(arrangement: Arrangement): void {
  wall.arrangement = ref(arrangement)
  whenChanged(arrangement)
}

export function select(cell: number): void {
  wall.selected = cell
}

/** Opens a camera where it fits best and selects its window. */
export function openChannel(channel: ChannelRef, split: Split): void {
  const shown = cellOf(wall.arrangement, channel)
  const cell = shown !== -1 && shown < split ? shown : cellForOpening(wall.arrangement, split, wall.selected)
  wall.selected = cell
  if (cell !== shown) change(place(wall.arrangement, cell, channel))
}

export function placeChannel(cell: number, channel: ChannelRef): void {
  wall.selected = cell
  change(place(wall.arrangement, cell, channel))
}

export function swapCells(one: number, other: number): void {
  if (one === other) return
  wall.selected = other
  change(swap(wall.arrangement, one, other))
}

export function clearCell(cell: number): void {
  change(clear(wall.arrangement, cell))
}

/** Takes everything off the wall. Answers with the way back. */
export function clearWall(): () => void {
  const before = wall.arrangement
  change(emptyArrangement)
  return () => change(before)
}

export function toggleStats(window: number): void {
  const next = new Set(wall.withStats)
  if (!next.delete(window)) next.add(window)
  wall.withStats = ref(next)
}

/** Puts up a layout without telling that somebody changed the wall. */
export function putUp(layout: LayoutValue | undefined): void {
  wall.arrangement = ref(layout ? fromLayout(wall.arrangement, layout) : wall.arrangement)
  wall.isReady = true
}

/** Forgets the wall: somebody else may sign in next. */
export function forgetWall(): void {
  wall.arrangement = ref(emptyArrangement)
  wall.selected = 0
  wall.withStats = ref(new Set<number>())
  wall.isReady = false
}
