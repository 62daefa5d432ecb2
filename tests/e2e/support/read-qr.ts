import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator } from '@playwright/test'
import jsQR from 'jsqr'

/** What a telephone reads when it is held in front of the picture; `undefined` when it reads nothing. */
export async function readQr(picture: Locator): Promise<string | undefined> {
  const image = await loadImage(await picture.screenshot())
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return jsQR.default(new Uint8ClampedArray(context.getImageData(0, 0, width, height).data), width, height)?.data
}
