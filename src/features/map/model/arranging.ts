import { proxy } from 'valtio'
import type { Ground, Spot } from '../../../ui/map/geometry/ground.ts'

/** Who arranges sites and cameras: what is being moved, before it is let go of. */
export const arranging = proxy<{
  isOn: boolean
  /** A camera by its key, where it would stand if it were let go of now. */
  draft?: { key: string; spot: Spot } | undefined
  /** A site, likewise. */
  siteDraft?: { siteId: string; x: number; y: number } | undefined
  /** What stands where the ground is pressed next. */
  placing?: { kind: 'camera'; key: string } | { kind: 'site'; siteId: string } | undefined
  /** What is dragged out of the list, with its name, and where the pointer is in the window. */
  carried?: { name: string; x: number; y: number } | undefined
}>({ isOn: false })

export function stopArranging(): void {
  Object.assign(arranging, { isOn: false, draft: undefined, siteDraft: undefined, placing: undefined, carried: undefined })
}

/** The ground that is on the stage now: what is let go of over it stands there. */
export const stage: { ground?: Ground | undefined } = {}

/** The middle of the stage, for who places something without pointing. Nothing without a stage. */
export function middleOfStage(): { x: number; y: number } | undefined {
  const box = document.querySelector('[data-stage]')
  return box && stage.ground ? stage.ground.fromPx({ x: box.clientWidth / 2, y: box.clientHeight / 2 }) : undefined
}

/** The place on the ground under a point of the window. Nothing beside the stage. */
export function placeUnder({ x, y }: { x: number; y: number }): { x: number; y: number } | undefined {
  const box = document.elementFromPoint(x, y)?.closest('[data-stage]')?.getBoundingClientRect()
  return box && stage.ground ? stage.ground.fromPx({ x: x - box.left, y: y - box.top }) : undefined
}
