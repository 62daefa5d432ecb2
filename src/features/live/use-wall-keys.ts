import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Split } from '#contract/calls/config/user-config.ts'
import { channelAt, neighbour } from './arrangement.ts'
import { columnsOf } from './columns.ts'
import { toggleFullScreen } from './full-screen.ts'
import { clearCell, select, swapCells, toggleStats, wall } from './wall-store.ts'

const arrows: Record<string, 'left' | 'right' | 'up' | 'down'> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
/** Where keys belong to what has the focus. */
const OWN_KEYS = 'input, textarea, select, dialog, [contenteditable], [role="dialog"], [role="tree"], [role="menu"]'

interface Doors {
  wall: RefObject<HTMLDivElement | null>
  onHelp: () => void
  onSearch: () => void
}

/** The keys of the wall (those that the sheet of keys lists), wherever the focus is on the page. */
export function useWallKeys(split: Split, isNarrow: boolean, doors: Doors): void {
  const windowAt = (cell: number) => doors.wall.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`) ?? null
  function go(cell: number) {
    select(cell)
    windowAt(cell)?.focus()
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(OWN_KEYS)) return
    const selected = wall.selected < split ? wall.selected : 0
    const arrow = arrows[event.key]
    if (arrow !== undefined) {
      const next = neighbour(selected, arrow, split, columnsOf(split, isNarrow))
      if (event.shiftKey) swapCells(selected, next)
      go(next)
    } else if (/^[1-9]$/.test(event.key) && Number(event.key) <= split) go(Number(event.key) - 1)
    else if (event.key === 'f') toggleFullScreen(windowAt(selected))
    else if (event.key === 'F') toggleFullScreen(doors.wall.current)
    else if (event.key === 'i') toggleStats(wall.arrangement.cells[selected] ?? 0)
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
