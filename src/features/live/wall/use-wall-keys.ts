import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import type { WallGrid } from '#contract/calls/config/wall-grid.ts'
import { channelAt } from '../layouts/arrangement.ts'
import { toggleFloating } from '../window/float-picture.ts'
import { toggleFullScreen } from '../../../lib/full-screen.ts'
import { openGallery } from '../gallery/gallery-store.ts'
import { narrowGrid, neighbour, type Direction } from '../../../lib/wall-grid.ts'
import { toggleRecording } from '../gallery/recordings.ts'
import { toggleReplay } from '../replay/replay.ts'
import { takeSnapshot } from '../gallery/snapshots.ts'
import { layoutOf, popOut } from '../pop-out.ts'
import { isZoomed, lookFurther, stepZoom } from '../zoom/zoom-store.ts'
import { muteAll, talkByKey, toggleSound } from '../sound/sound-store.ts'
import { clearCell, select, swapCells, togglePtz, toggleStats, wall } from './wall-store.ts'

const arrows: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const zoomSteps: Record<string, 1 | 0 | -1> = { '+': 1, '=': 1, '-': -1, '0': 0 }
/** Where keys belong to what has the focus. */
const OWN_KEYS = 'input, textarea, select, dialog, [contenteditable], [role="dialog"], [role="tree"], [role="menu"]'

/** Opens the menu of a window's tools. An empty window has none. */
function openTools(window: HTMLElement | null): void {
  window?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click()
}

interface Doors {
  wall: RefObject<HTMLDivElement | null>
  onHelp: () => void
  onSearch: () => void
  /** What stands on the wall now. */
  layout: () => LayoutValue
}

/** The keys of the wall (those that the sheet of keys lists), wherever the focus is on the page. */
export function useWallKeys(wideGrid: WallGrid, isNarrow: boolean, doors: Doors): void {
  const grid = isNarrow ? narrowGrid(wideGrid) : wideGrid
  const count = grid.cells.length
  const windowAt = (cell: number) => doors.wall.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`) ?? null
  function go(cell: number) {
    select(cell)
    windowAt(cell)?.focus()
  }
  const windowOf = (cell: number) => wall.arrangement.cells[cell] ?? 0
  function zoom(cell: number, step: 1 | 0 | -1) {
    const element = windowAt(cell)
    if (element && channelAt(wall.arrangement, cell)) stepZoom(element, step)
  }
  const router = useRouter()
  function popOutCell(cell: number) {
    const channel = channelAt(wall.arrangement, cell)
    if (channel) popOut(router, layoutOf(channel))
  }
  const look = (cell: number, direction: Direction) => lookFurther(windowAt(cell) ?? document.body, direction)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(OWN_KEYS)) return
    const selected = wall.selected < count ? wall.selected : 0
    const arrow = arrows[event.key]
    if (arrow !== undefined) {
      const next = neighbour(grid, selected, arrow)
      if (event.shiftKey) swapCells(selected, next)
      else if (isZoomed(windowOf(selected)) && look(selected, arrow)) return event.preventDefault()
      go(next)
    } else if (/^[1-9]$/.test(event.key) && Number(event.key) <= count) go(Number(event.key) - 1)
    else if (event.key === 'f') toggleFullScreen(windowAt(selected))
    else if (event.key === 'F') toggleFullScreen(doors.wall.current)
    else if (zoomSteps[event.key] !== undefined) zoom(selected, zoomSteps[event.key] ?? 0)
    else if (event.key === 'i') toggleStats(windowOf(selected))
    else if (event.key === 'o' && channelAt(wall.arrangement, selected)) void toggleFloating(windowOf(selected))
    else if (event.key === 'n') popOutCell(selected)
    else if (event.key === 'N') popOut(router, doors.layout())
    else if (event.key === 't') openTools(windowAt(selected))
    else if (event.key === 'p') togglePtz()
    else if (event.key === 's' && channelAt(wall.arrangement, selected)) void takeSnapshot(wall.arrangement.cells[selected] ?? 0)
    else if (event.key === 'r' && channelAt(wall.arrangement, selected)) void toggleRecording(wall.arrangement.cells[selected] ?? 0)
    else if (event.key === 'b' && channelAt(wall.arrangement, selected)) toggleReplay(wall.arrangement.cells[selected] ?? 0)
    else if (event.key === 'm') toggleSound(windowOf(selected))
    else if (event.key === 'M') muteAll(wall.arrangement.cells.length)
    else if (event.key === 'v') talkByKey(windowOf(selected))
    else if (event.key === 'g') openGallery()
    else if (event.key === '/') doors.onSearch()
    else if (event.key === '?') doors.onHelp()
    else if ((event.key === 'Delete' || event.key === 'Backspace') && channelAt(wall.arrangement, selected)) clearCell(selected)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
