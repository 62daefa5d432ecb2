import { useRef, type FocusEvent, type KeyboardEvent } from 'react'
import type { PtzMotion } from '#contract/ptz.ts'
import { ptzUi } from './ptz-store.ts'
import type { Steering } from './steering.ts'

const motions: Record<string, PtzMotion> = {
  ArrowLeft: { pan: -1 },
  ArrowRight: { pan: 1 },
  ArrowUp: { tilt: 1 },
  ArrowDown: { tilt: -1 },
  '+': { zoom: 1 },
  '=': { zoom: 1 },
  '-': { zoom: -1 },
}
/** Where keys belong to what has the focus. */
const OWN_KEYS = 'input, textarea, select, [data-own-keys], dialog'

function together(keys: ReadonlySet<string>): PtzMotion {
  const sum = { pan: 0, tilt: 0, zoom: 0 }
  for (const key of keys) {
    const { pan = 0, tilt = 0, zoom = 0 } = motions[key] ?? {}
    sum.pan += pan
    sum.tilt += tilt
    sum.zoom += zoom
  }
  return { pan: Math.sign(sum.pan), tilt: Math.sign(sum.tilt), zoom: Math.sign(sum.zoom) }
}

/** The panel's keys: arrows, two of them for a slanting way, + and − for zoom. They move the camera as long as they are held. */
export function useSteerKeys(steering: Steering) {
  const held = useRef(new Set<string>())
  function steer() {
    if (held.current.size === 0) steering.release()
    else steering.hold(together(held.current), ptzUi.speed)
  }
  function letGo() {
    if (held.current.size === 0) return
    held.current.clear()
    steering.release()
  }
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || motions[event.key] === undefined) return
      if ((event.target as Element).closest(OWN_KEYS)) return
      // The wall has arrows of its own.
      event.preventDefault()
      event.stopPropagation()
      if (event.repeat || held.current.has(event.key)) return
      held.current.add(event.key)
      steer()
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (held.current.delete(event.key)) steer()
    },
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) letGo()
    },
  }
}
