import type { CodecPart } from '#contract/codec-api.ts'
import type { JobSteps } from './job-steps.ts'
import { type Picture, PictureDecoder, PictureEncoder, PictureFilter } from './library.ts'

/** More is not seen in a window, and takes a processor. */
const MOST_WIDTH = 1920
const options = { 'forced-idr': '1', preset: 'veryfast', tune: 'zerolatency', crf: '24', g: '50', bf: '0', threads: '0' }
/** What quality is reckoned with: the pictures bear numbers, not times. */
const FPS = 25

/** Makes H.264 of H.265, each picture before the next one comes, at most 1920 wide, with a key frame wherever the camera had one. */
export function transcodeJob(give: (part: CodecPart) => void): JobSteps {
  const decoder = new PictureDecoder('hevc', 0)
  let encoder: PictureEncoder | undefined
  let filter: PictureFilter | undefined
  let shape = ''
  const keys = new Set<number>()

  const encode = (picture: Picture) => {
    const { width, height, format, colorSpace, colorRange } = picture
    const now = [width, height, format, colorSpace, colorRange].join(' ')
    // A camera whose pictures change is another camera.
    if (now !== shape) {
      filter?.close()
      encoder?.close()
      encoder = undefined
      filter = new PictureFilter(picture, `scale=w=min(${MOST_WIDTH}\\,iw):h=-2,format=yuv420p`)
      shape = now
    }
    const scaled = filter?.run(picture) ?? picture
    encoder ??= new PictureEncoder({ width: scaled.width, height: scaled.height, fps: FPS, options }, scaled)
    encoder.encode(scaled, give, keys.delete(Number(scaled.pts)))
  }

  return {
    take: ({ data, number, isKey }) => {
      if (isKey) keys.add(number)
      decoder.decode(data, number, encode)
    },
    end: () => {
      decoder.end(encode)
      encoder?.encode(null, give)
    },
  }
}
