import { withPixels } from '#shared/media/frame-pixels.ts'

const QUALITY = 0.8

/** Writes a frame as JPEG, scaled down to at most `maxWidthPx`, and closes it. */
export async function encodeJpeg(frame: VideoFrame, maxWidthPx: number): Promise<Uint8Array<ArrayBuffer>> {
  const scale = Math.min(1, maxWidthPx / frame.displayWidth)
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(frame.displayWidth * scale)),
    Math.max(1, Math.round(frame.displayHeight * scale)),
  )
  const { width: resizeWidth, height: resizeHeight } = canvas
  try {
    const made = withPixels(frame, ({ data, width, height }) =>
      createImageBitmap(new ImageData(data, width, height), { resizeWidth, resizeHeight, resizeQuality: 'medium' }),
    )
    // A browser without room for the bitmap may have it for the frame.
    const picture = await made.catch(() => undefined)
    canvas.getContext('2d', { alpha: false })?.drawImage(picture ?? frame, 0, 0, resizeWidth, resizeHeight)
    picture?.close()
  } finally {
    frame.close()
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  return new Uint8Array(await blob.arrayBuffer())
}
