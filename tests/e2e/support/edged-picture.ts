import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator } from '@playwright/test'

const edges = {
  left: { colour: [220, 0, 0], at: [0.1, 0.5] },
  top: { colour: [0, 160, 0], at: [0.5, 0.1] },
  right: { colour: [0, 0, 220], at: [0.9, 0.5] },
  bottom: { colour: [200, 0, 200], at: [0.5, 0.9] },
} as const
type Edge = keyof typeof edges
const all = Object.keys(edges) as Edge[]
const SHARE = 0.25
/** In all three colours together: small pictures are blurred. */
const ALIKE = 160

/** A JPEG, white in its middle, with a colour of its own at each edge. */
export function edgedPicture(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  const [wide, high] = [width * SHARE, height * SHARE]
  const places: Record<Edge, [number, number, number, number]> = {
    left: [0, high, wide, height - 2 * high],
    top: [wide, 0, width - 2 * wide, high],
    right: [width - wide, high, wide, height - 2 * high],
    bottom: [wide, height - high, width - 2 * wide, high],
  }
  for (const edge of all) {
    context.fillStyle = `rgb(${edges[edge].colour.join(' ')})`
    context.fillRect(...places[edge])
  }
  return canvas.toBuffer('image/jpeg', 100)
}

/** Which edges of such a picture, of this shape, are seen in an element that is to show all of it in its middle. */
export async function edgesSeen(element: Locator, { width, height }: { width: number; height: number }): Promise<Edge[]> {
  const shot = await loadImage(await element.screenshot())
  const canvas = createCanvas(shot.width, shot.height)
  const context = canvas.getContext('2d')
  context.drawImage(shot, 0, 0)
  const scale = Math.min(shot.width / width, shot.height / height)
  const [wide, high] = [width * scale, height * scale]
  return all.filter((edge) => {
    const [x, y] = edges[edge].at
    const { data } = context.getImageData(
      Math.floor((shot.width - wide) / 2 + wide * x),
      Math.floor((shot.height - high) / 2 + high * y),
      1,
      1,
    )
    return edges[edge].colour.reduce<number>((sum, part, index) => sum + Math.abs(part - (data[index] ?? 0)), 0) < ALIKE
  })
}
