import { useEffect, useEffectEvent } from 'react'
import { deck } from './deck.ts'
import type { Steering } from './steering.ts'

/** What has keys of its own: fields, lists, trees, dialogs, and the time line. */
const OWN_KEYS = 'input, select, textarea, dialog, [role="slider"], [role="tree"], [role="menu"]'
const LEAP_MS = 10_000

interface Doors {
  picture: () => void
  select: (index: number) => void
}

/** The keys of the page, as players have them: K or the space bar, J and L, the comma and the full stop. */
export function usePlaybackKeys(steering: Steering, doors: Doors): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(OWN_KEYS)) return
    if (event.key === ' ' && target.closest('button')) return
    const { speed, isBackwards } = deck().clock
    const actions: Record<string, () => void> = {
      ' ': () => steering.toggle(),
      k: () => steering.toggle(),
      j: () => steering.leap(-LEAP_MS),
      l: () => steering.leap(LEAP_MS),
      ',': () => steering.step(-1),
      '.': () => steering.step(1),
      b: () => steering.pace(speed, !isBackwards),
      s: doors.picture,
    }
    const shifted: Record<string, () => void> = { ArrowLeft: () => steering.event(-1), ArrowRight: () => steering.event(1) }
    const digit = /^[1-9]$/.test(event.key) ? () => doors.select(Number(event.key) - 1) : undefined
    const action = event.shiftKey ? shifted[event.key] : (actions[event.key.toLowerCase()] ?? digit)
    if (action === undefined) return
    action()
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
