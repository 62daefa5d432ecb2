import type { ObjectBox } from '#contract/object-box.ts'
import type { Actor } from './actor.ts'
import type { SceneCamera } from './camera.ts'

/** Of a person of 1.75 m, from the crown down to the chin. */
const HEAD_METRES = 0.3

/** The part of the picture, as shares of its width and height, that an actor takes; only its head with `isHead`. Undefined when it is out of sight. */
export function boxOf({ mesh }: Actor, camera: SceneCamera, isHead = false): ObjectBox | undefined {
  const { positions } = mesh
  const heights = positions.filter((_, index) => index % 3 === 1)
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const from = isHead ? high - ((high - low) / 1.8) * HEAD_METRES : low
  let [left, top, right, bottom] = [1, 1, 0, 0]
  for (let at = 0; at < positions.length; at += 3) {
    if (positions[at + 1]! < from) continue
    const [x, y, depth] = camera.project([positions[at]!, positions[at + 1]!, positions[at + 2]!])
    if (depth < 0.1) continue
    left = Math.min(left, x / camera.width)
    right = Math.max(right, x / camera.width)
    top = Math.min(top, y / camera.height)
    bottom = Math.max(bottom, y / camera.height)
  }
  return within({ x: left, y: top, width: right - left, height: bottom - top })
}

/** The same place in a part of the picture, which is shown as a whole. */
export function boxInView(box: ObjectBox, view: { left: number; top: number; size: number }): ObjectBox | undefined {
  return within({
    x: (box.x - view.left) / view.size,
    y: (box.y - view.top) / view.size,
    width: box.width / view.size,
    height: box.height / view.size,
  })
}

/** What of it is in the picture. */
function within({ x, y, width, height }: ObjectBox): ObjectBox | undefined {
  const clamp = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000
  const [left, top] = [clamp(x), clamp(y)]
  const box = { x: left, y: top, width: rounded(clamp(x + width) - left), height: rounded(clamp(y + height) - top) }
  return box.width > 0 && box.height > 0 ? box : undefined
}

const rounded = (share: number) => Math.round(share * 1000) / 1000
