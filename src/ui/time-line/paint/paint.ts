import { paintEvents, paintHead, paintPart } from './paint-marks.ts'
import { paintLanes, paintSegments } from './paint-lanes.ts'
import { paintRuler } from './paint-ruler.ts'
import type { Scene } from './scene.ts'

/** Draws a time line as a whole. The canvas takes the size that the scene has. */
export function paint(canvas: HTMLCanvasElement, scene: Scene): void {
  const { view, layout, ratio } = scene
  const [width, height] = [Math.round(view.widthPx * ratio), Math.round(layout.heightPx * ratio)]
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (context === null) return
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, view.widthPx, layout.heightPx)
  paintLanes(context, scene)
  // The ruler's lines are behind what was recorded: before it they would be taken for gaps.
  paintRuler(context, scene)
  paintSegments(context, scene)
  paintPart(context, scene)
  paintEvents(context, scene)
  paintHead(context, scene)
}
