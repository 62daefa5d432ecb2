import type { RedactionArea } from '#contract/redaction.ts'
import { boxAt } from '#shared/redaction/area-at.ts'

/** As many spots along the longer side as in the file that is made. */
const SPOTS = 6
/** As much more than what was drawn as in the file. */
const MARGIN = 0.06

/** Draws what the file will have in the place of the areas over the picture that the video shows at this time of the clip, ms. */
export function drawPreview(canvas: HTMLCanvasElement, video: HTMLVideoElement, areas: readonly RedactionArea[], atMs: number): void {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0) return
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (context === null) return
  context.clearRect(0, 0, width, height)
  for (const area of areas) {
    const box = boxAt(area, atMs)
    if (box === undefined) continue
    const [wide, high] = [box.width * width * (1 + 2 * MARGIN), box.height * height * (1 + 2 * MARGIN)]
    const [left, top] = [(box.x - box.width * MARGIN) * width, (box.y - box.height * MARGIN) * height]
    context.save()
    context.beginPath()
    if (area.form === 'ellipse') context.ellipse(left + wide / 2, top + high / 2, wide / 2, high / 2, 0, 0, 2 * Math.PI)
    else if (area.corners !== undefined) for (const { x, y } of area.corners) context.lineTo(left + x * wide, top + y * high)
    else context.rect(left, top, wide, high)
    context.clip()
    if (area.look === 'black') context.fillRect(left, top, wide, high)
    else {
      const spots = spotsOf(video, { left, top, wide, high })
      context.imageSmoothingQuality = 'high'
      context.drawImage(spots, left, top, wide, high)
    }
    context.restore()
  }
}

function spotsOf(video: HTMLVideoElement, { left, top, wide, high }: { left: number; top: number; wide: number; high: number }) {
  const spot = Math.max(wide, high) / SPOTS
  const spots = new OffscreenCanvas(Math.max(1, Math.round(wide / spot)), Math.max(1, Math.round(high / spot)))
  const context = spots.getContext('2d')
  if (context !== null) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(video, left, top, wide, high, 0, 0, spots.width, spots.height)
  }
  return spots
}
