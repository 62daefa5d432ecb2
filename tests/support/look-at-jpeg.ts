import { createCanvas, loadImage } from '@napi-rs/canvas'
import { readCounter } from './read-counter.ts'

/** Size of a JPEG, and the index of the clip's picture that it shows. */
export async function lookAtJpeg(jpeg: Buffer): Promise<{ width: number; height: number; counter: number | undefined }> {
  const image = await loadImage(jpeg)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return { width, height, counter: readCounter(context.getImageData(0, 0, width, height).data, width, height) }
}
