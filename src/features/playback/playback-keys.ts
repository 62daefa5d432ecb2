import { looksFurther, stepZoom, wholePicture, type ZoomView } from '../../lib/zoom.ts'
import type { Steering } from './steering.ts'

const LEAP_MS = 10_000

/** What keys do besides steering. */
export interface KeyDoors {
  picture: () => void
  /** On the whole screen: all windows, or the chosen one. */
  fullScreen: (isOfAll: boolean) => void
  select: (index: number) => void
  /** What is seen of the picture that is chosen, if one is. */
  view: ZoomView | undefined
  onView: (view: ZoomView) => void
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'repeat'>

/** As on the wall: the key of + may be pressed without Shift. */
const zoomSteps: Record<string, 1 | 0 | -1> = { '+': 1, '=': 1, '-': -1, '0': 0 }

/** What a key makes of what is seen of a picture. */
function zoomedBy({ key, shiftKey }: Pressed, view: ZoomView): ZoomView | undefined {
  const step = zoomSteps[key]
  if (step !== undefined) return stepZoom(view, step)
  return shiftKey ? undefined : looksFurther(view, key)
}

/**
 * What a key of the playback does; undefined for one that is none. A key that is held down goes on, but does not take the whole screen and give it back
 * in turns.
 */
export function playbackKey(pressed: Pressed, steering: Steering, doors: KeyDoors): (() => void) | undefined {
  const { key, shiftKey, repeat } = pressed
  const fullScreen = (isOfAll: boolean) => () => {
    if (!repeat) doors.fullScreen(isOfAll)
  }
  const actions: Record<string, () => void> = {
    ' ': () => steering.toggle(),
    k: () => steering.toggle(),
    j: () => steering.leap(-LEAP_MS),
    l: () => steering.leap(LEAP_MS),
    ',': () => steering.step(-1),
    '.': () => steering.step(1),
    b: () => steering.turn(),
    s: doors.picture,
    f: fullScreen(false),
  }
  const shifted: Record<string, () => void> = {
    ArrowLeft: () => steering.event(-1),
    ArrowRight: () => steering.event(1),
    F: fullScreen(true),
  }
  const digit = /^[1-9]$/.test(key) ? () => doors.select(Number(key) - 1) : undefined
  const seen = zoomedBy(pressed, doors.view ?? wholePicture)
  if (seen !== undefined) return () => doors.onView(seen)
  return shiftKey ? shifted[key] : (actions[key.toLowerCase()] ?? digit)
}

/** A window takes the whole screen, or gives it back. */
export function isFullScreenKey({ key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>): boolean {
  return key === 'Enter' && !repeat
}
