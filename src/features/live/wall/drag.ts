import type { PointerEvent as ReactPointerEvent } from 'react'
import { proxy } from 'valtio'
import type { ChannelRef } from '../layouts/arrangement.ts'
import { placeChannel, swapCells } from './wall-store.ts'
import classes from './drag.module.css'

export type Load = { kind: 'camera'; name: string; channel: ChannelRef } | { kind: 'window'; name: string; cell: number }

/** What is being dragged, and over which cell of the wall it is. */
export const drag = proxy<{ load?: Load; overCell?: number }>({})

/** A press becomes a drag after this way with mouse or pen… */
const START_PX = 6
/** …and with a finger after this time, since a finger that moves at once scrolls. */
const HOLD_MS = 300
const FINGER_SLACK_PX = 10

function cellUnder(x: number, y: number): number | undefined {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]')?.dataset['cell']
  return cell === undefined ? undefined : Number(cell)
}

function drop(load: Load, cell: number): void {
  if (load.kind === 'camera') placeChannel(cell, load.channel)
  else swapCells(load.cell, cell)
}

/** Call on `pointerdown`: the press may become a drag. Escape, a lost pointer and a drop outside the wall change nothing. */
export function mayDrag(press: ReactPointerEvent, load: Load): void {
  if (press.button !== 0 || !press.isPrimary) return
  const isFinger = press.pointerType === 'touch'
  const from = { x: press.clientX, y: press.clientY }
  const listening = new AbortController()
  const { signal } = listening
  let ghost: HTMLElement | undefined
  const hold = isFinger ? setTimeout(() => start(from.x, from.y), HOLD_MS) : undefined

  function start(x: number, y: number) {
    ghost = document.createElement('div')
    ghost.className = classes['ghost'] ?? ''
    ghost.textContent = load.name
    document.body.append(ghost)
    document.body.classList.add(classes['dragging'] ?? '')
    drag.load = load
    move(x, y)
  }
  function move(x: number, y: number) {
    if (ghost) ghost.style.transform = `translate(${x + 12}px, ${y + 12}px)`
    drag.overCell = cellUnder(x, y)
  }
  function end() {
    clearTimeout(hold)
    listening.abort()
    ghost?.remove()
    document.body.classList.remove(classes['dragging'] ?? '')
    drag.load = undefined
    drag.overCell = undefined
  }

  const isOurs = (event: PointerEvent) => event.pointerId === press.pointerId
  addEventListener(
    'pointermove',
    (event) => {
      if (!isOurs(event)) return
      const way = Math.hypot(event.clientX - from.x, event.clientY - from.y)
      if (ghost) move(event.clientX, event.clientY)
      else if (isFinger && way > FINGER_SLACK_PX) end()
      else if (!isFinger && way > START_PX) start(event.clientX, event.clientY)
    },
    { signal },
  )
  addEventListener(
    'pointerup',
    (event) => {
      if (!isOurs(event)) return
      const cell = ghost && cellUnder(event.clientX, event.clientY)
      end()
      if (cell !== undefined) drop(load, cell)
    },
    { signal },
  )
  // A second finger: it is a pinch.
  addEventListener('pointerdown', (event) => !isOurs(event) && end(), { signal })
  addEventListener('pointercancel', (event) => isOurs(event) && end(), { signal })
  addEventListener('blur', end, { signal })
  addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal })
  // Once it is a drag the finger must not scroll the list below it.
  addEventListener('touchmove', (event) => ghost && event.preventDefault(), { signal, passive: false })
  addEventListener('contextmenu', (event) => isFinger && event.preventDefault(), { signal })
}
