import { proxy, ref } from 'valtio'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import type { WallGrid } from '#contract/calls/config/wall-grid.ts'
import type { PictureShape, StreamKind } from '#contract/enums.ts'
import {
  adjust,
  adjustAll,
  cellForOpening,
  cellOf,
  clear,
  emptyArrangement,
  fromLayout,
  place,
  reorder,
  swap,
  type Arrangement,
  type ChannelRef,
} from '../layouts/arrangement.ts'

interface WallState {
  arrangement: Arrangement
  /** The grid that somebody made, which the wall has while the address says so. */
  freeGrid?: WallGrid
  /** The shape of the place for the windows, width over height; in steps, so that a pixel more moves nothing. */
  stageRatio: number
  /** The selected cell. */
  selected: number
  /** Windows whose figures are shown. */
  withStats: ReadonlySet<number>
  /** The panel that steers the camera of the chosen window is open. */
  isPtzOpen: boolean
  /** False until the kept wall, or the layout in the address, has been put up. */
  isReady: boolean
}

/** The wall of this tab. How many windows it has stands in the address of the page. */
export const wall = proxy<WallState>({
  arrangement: ref(emptyArrangement),
  stageRatio: 16 / 9,
  selected: 0,
  withStats: ref(new Set<number>()),
  isPtzOpen: false,
  isReady: false,
})

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

/** Opens a camera where it fits best on a wall of that many windows, and selects its window. */
export function openChannel(channel: ChannelRef, count: number): void {
  const shown = cellOf(wall.arrangement, channel)
  const cell = shown !== -1 && shown < count ? shown : cellForOpening(wall.arrangement, count, wall.selected)
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

export function pinStream(cell: number, stream?: StreamKind): void {
  change(adjust(wall.arrangement, cell, { stream }))
}

export function shapePicture(cell: number, shape?: PictureShape): void {
  change(adjust(wall.arrangement, cell, { shape }))
}

/** Has every window of the wall show its picture in this shape. */
export function shapeAll(shape?: PictureShape): void {
  change(adjustAll(wall.arrangement, { shape }))
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

export function togglePtz(): void {
  wall.isPtzOpen = !wall.isPtzOpen
}

export function closePtz(): void {
  wall.isPtzOpen = false
}

/** Puts up a layout without telling that somebody changed the wall. */
export function putUp(layout: LayoutValue | undefined): void {
  wall.arrangement = ref(layout ? fromLayout(wall.arrangement, layout) : wall.arrangement)
  if (layout?.grid) setFreeGrid(layout.grid)
  wall.isReady = true
}

/** Gives the wall a grid of one's own; the address then says that it is to be used. */
function setFreeGrid(grid: WallGrid): void {
  wall.freeGrid = ref(grid)
}

/** Gives the wall a new grid of one's own, whose cells were others before (`reorder`). */
export function applyFreeGrid(grid: WallGrid, order: readonly (number | undefined)[]): void {
  setFreeGrid(grid)
  wall.selected = 0
  wall.isPtzOpen = false
  change(reorder(wall.arrangement, order))
}

/** Forgets the wall: somebody else may sign in next. */
export function forgetWall(): void {
  wall.arrangement = ref(emptyArrangement)
  wall.selected = 0
  wall.withStats = ref(new Set<number>())
  wall.freeGrid = undefined
  wall.isReady = false
}
