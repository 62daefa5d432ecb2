import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { readCounter } from '#tests/support/read-counter.ts'

/** Of a picture's height, the row of cells along its top. */
const ROWS = 15

const PICTURES_ALONE = '* { visibility: hidden !important } video, canvas { visibility: visible !important }'

/** Where the picture of a video lies on the page, CSS pixels: the element less the bars beside the picture. Before the first picture it has no size. */
async function pictureBox(video: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return video.evaluate((element: HTMLVideoElement | HTMLCanvasElement) => {
    const box = element.getBoundingClientRect()
    const [width, height] =
      element instanceof HTMLVideoElement ? [element.videoWidth, element.videoHeight] : [element.width, element.height]
    const scale = width > 0 ? Math.min(box.width / width, box.height / height) : 0
    return {
      x: box.x + (box.width - width * scale) / 2,
      y: box.y + (box.height - height * scale) / 2,
      width: width * scale,
      height: height * scale,
    }
  })
}

/**
 * The frame counter that a screenshot of the page shows in this window; `undefined` when there is none to be read. Of all that the picture shows only
 * the row with the counter is taken: to pack and unpack the rest takes most of the time. `isBare`: without the name and the tools that lie over it.
 */
export async function counterOnScreen(page: Page, window: Locator, { isBare = false } = {}): Promise<number | undefined> {
  const clip = await pictureBox(window.locator('video, canvas').first())
  if (clip.width === 0) return undefined
  const top = { ...clip, height: Math.ceil(clip.height / ROWS) }
  const row = await loadImage(await page.screenshot({ clip: top, ...(isBare && { style: PICTURES_ALONE }) }))
  const height = Math.round((clip.height * row.width) / clip.width)
  const context = createCanvas(row.width, height).getContext('2d')
  context.drawImage(row, 0, 0)
  return readCounter(context.getImageData(0, 0, row.width, height).data, row.width, height)
}
