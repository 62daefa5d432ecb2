/** What is needed here of a `VideoFrame`, which not every runtime has. */
interface Frame {
  readonly visibleRect: { readonly width: number; readonly height: number } | null
  allocationSize(options: { format: 'RGBA' }): number
  copyTo(pixels: Uint8ClampedArray<ArrayBuffer>, options: { format: 'RGBA' }): Promise<unknown>
}

export interface FramePixels {
  data: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
}

/**
 * What `make` makes of the pixels of a frame that is to be drawn into a canvas; their memory is taken back afterwards. Nothing where the browser does not give them
 * as colours: there the frame itself is drawn. Chromium keeps each frame that is drawn, by whatever way, at its full size and at the size in which it is drawn,
 * until the frames of a process have 64 MB: pixels that are copied out of a frame it does not keep.
 */
export async function withPixels<T>(frame: Frame, make: (pixels: FramePixels) => Promise<T>): Promise<T | undefined> {
  const pixels = await pixelsOf(frame)
  if (pixels === undefined) return undefined
  try {
    return await make(pixels)
  } finally {
    // Nobody collects it soon on a page that makes little else to be thrown away.
    pixels.data.buffer.transfer(0)
  }
}

async function pixelsOf(frame: Frame): Promise<FramePixels | undefined> {
  const { width, height } = frame.visibleRect ?? { width: 0, height: 0 }
  const size = width * height * 4
  try {
    // A browser that knows no such format would copy the frame as it is.
    if (size === 0 || frame.allocationSize({ format: 'RGBA' }) !== size) return undefined
    const data = new Uint8ClampedArray(size)
    await frame.copyTo(data, { format: 'RGBA' })
    return { data, width, height }
  } catch {
    // Frames of some formats cannot be copied as colours.
    return undefined
  }
}
