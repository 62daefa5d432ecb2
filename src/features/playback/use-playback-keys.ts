import { useEffect, useEffectEvent } from 'react'
import { playbackKey, type KeyDoors } from './playback-keys.ts'
import type { Steering } from './steering.ts'

/** What has keys of its own: fields, lists, trees and dialogs. The time line keeps from the page what it takes. */
const OWN_KEYS = 'input, select, textarea, dialog, [role="dialog"], [role="tree"], [role="menu"]'

/**
 * The keys of the page, as players have them: K or the space bar, J and L, the comma and the full stop; F, + and − for the picture that is chosen,
 * Shift+F for all.
 */
export function usePlaybackKeys(steering: Steering, doors: KeyDoors): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(OWN_KEYS)) return
    if (event.key === ' ' && target.closest('button')) return
    const action = playbackKey(event, steering, doors)
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
