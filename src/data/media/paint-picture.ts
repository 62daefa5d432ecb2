import { withPixels } from '#shared/media/frame-pixels.ts'

/** Draws what a window shows at this moment into a canvas, as large as that is; nothing where it shows nothing. */
export async function paintPicture(element: HTMLVideoElement | HTMLCanvasElement, canvas: HTMLCanvasElement): Promise<void> {
  const { width, height } = canvas
  const copy = element instanceof HTMLVideoElement ? await copyOf(element, width, height) : undefined
  canvas.getContext('2d', { alpha: false })?.drawImage(copy ?? element, 0, 0, width, height)
  copy?.close()
}

/** The picture of a `<video>` in another size; nothing where there is none, or where the browser does not give its pixels. */
async function copyOf(video: HTMLVideoElement, resizeWidth: number, resizeHeight: number): Promise<ImageBitmap | undefined> {
  const frame = frameOf(video)
  if (frame === undefined) return undefined
  try {
    return await withPixels(frame, ({ data, width, height }) =>
      createImageBitmap(new ImageData(data, width, height), { resizeWidth, resizeHeight, resizeQuality: 'medium' }),
    )
  } catch {
    // There is no memory for them: the element itself is drawn.
    return undefined
  } finally {
    frame.close()
  }
}

function frameOf(video: HTMLVideoElement): VideoFrame | undefined {
  if (!('VideoFrame' in globalThis)) return undefined
  try {
    return new VideoFrame(video)
  } catch {
    // It has no picture yet.
    return undefined
  }
}
