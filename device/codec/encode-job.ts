import type { CodecJob, CodecPart } from '#contract/codec-api.ts'
import type { JobSteps } from './job-steps.ts'
import { PictureEncoder, PictureFilter, pictureOf } from './library.ts'

/** Makes H.264 of pictures, in BT.709 and limited range. */
export function encodeJob(
  { source, width, height, fps, options }: CodecJob & { job: 'encode' },
  give: (part: CodecPart) => void,
): JobSteps {
  // What is YUV is in these colours already; they are only told.
  const text =
    source.format === 'yuv420p'
      ? 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709'
      : `scale=${width}:${height}:flags=area:out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=color_primaries=bt709:color_trc=bt709`
  let filter: PictureFilter | undefined
  let encoder: PictureEncoder | undefined
  return {
    take: ({ data, number }) => {
      const picture = pictureOf(data, source, number)
      filter ??= new PictureFilter(picture, text)
      const filtered = filter.run(picture)
      encoder ??= new PictureEncoder({ width, height, fps, options }, filtered)
      encoder.encode(filtered, give)
      picture.free()
    },
    end: () => encoder?.encode(null, give),
  }
}
