import { proxy } from 'valtio'
import { clampSpeed, ptzLimits } from '#contract/ptz.ts'

interface PtzUi {
  /** 1 to 4. */
  speed: number
  /** What a drag on the picture does. */
  dragging: 'steer' | 'box'
}

/** How this tab steers cameras. */
export const ptzUi = proxy<PtzUi>({ speed: ptzLimits.speed.usual, dragging: 'steer' })

export function setSpeed(speed: number): void {
  ptzUi.speed = clampSpeed(speed)
}
