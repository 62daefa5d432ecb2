import { useEffect, useEffectEvent } from 'react'
import { looksFurther, stepZoom, wholePicture, type ZoomView } from '../../lib/zoom.ts'
import { deck } from './deck.ts'
import type { Steering } from './steering.ts'

/** What has keys of its own: fields, lists, trees and dialogs. The time line keeps from the page what it takes. */
const OWN_KEYS = 'input, select, textarea, dialog, [role="dialog"], [role="tree"], [role="menu"]'
const LEAP_MS = 10_000

interface Doors {
  picture: () => void
  /** On the whole screen: all windows, or the chosen one. */
  fullScreen: (isOfAll: boolean) => void
  select: (index: number) => void
  /** What is seen of the picture that is chosen, if one is. */
  view: ZoomView | undefined
  onView: (view: ZoomView) => void
}

/** As on the wall: the key of + may be pressed without Shift. */
const zoomSteps: Record<string, 1 | 0 | -1> = { '+': 1, '=': 1, '-': -1, '0': 0 }

/** What a key makes of what is seen of a picture. */
function zoomedBy({ key, shiftKey }: KeyboardEvent, view: ZoomView): ZoomView | undefined {
  const step = zoomSteps[key]
  if (step !== undefined) return stepZoom(view, step)
  return shiftKey ? undefined : looksFurther(view, key)
}

/**
 * The keys of the page, as players have them: K or the space bar, J and L, the comma and the full stop; F, + and − for the picture that is chosen,
 * Shift+F for all.
 */
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
      f: () => doors.fullScreen(false),
    }
    const shifted: Record<string, () => void> = {
      ArrowLeft: () => steering.event(-1),
      ArrowRight: () => steering.event(1),
      F: () => doors.fullScreen(true),
    }
    const digit = /^[1-9]$/.test(event.key) ? () => doors.select(Number(event.key) - 1) : undefined
    const seen = zoomedBy(event, doors.view ?? wholePicture)
    const zoom = seen && (() => doors.onView(seen))
    const action = zoom ?? (event.shiftKey ? shifted[event.key] : (actions[event.key.toLowerCase()] ?? digit))
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
