import type { PtzMotion } from '#contract/ptz.ts'

/** A stick that is let go stands a little beside its middle. */
const DEAD_ZONE = 0.18
const [STICK_X, STICK_Y, ZOOM_STICK] = [0, 1, 3]
const [ZOOM_OUT, ZOOM_IN] = [6, 7]
/** Smaller changes of a stick are not told. */
const STEPS = 10

function stick(value: number | undefined): number {
  if (value === undefined || Math.abs(value) < DEAD_ZONE) return 0
  return Math.min(Math.max(Math.round(value * STEPS) / STEPS, -1), 1)
}

/** What a gamepad asks for: left stick pan and tilt, right stick or triggers zoom. Nothing when it is let go. */
export function motionOf(pad: { axes: readonly number[]; buttons: readonly { value: number }[] }): PtzMotion | undefined {
  const pan = stick(pad.axes[STICK_X])
  const tilt = -stick(pad.axes[STICK_Y]) || 0
  const zoom = -stick(pad.axes[ZOOM_STICK]) || stick(pad.buttons[ZOOM_IN]?.value) - stick(pad.buttons[ZOOM_OUT]?.value)
  return pan || tilt || zoom ? { pan, tilt, zoom } : undefined
}
