import type { CodecPart } from '#contract/codec-api.ts'
import type { JobSteps } from './job-steps.ts'
import { PictureDecoder, PictureFilter } from './library.ts'

/** Makes the three planes of a JPEG. */
export function planesJob(give: (part: CodecPart) => void): JobSteps {
  const decoder = new PictureDecoder('mjpeg', 1)
  return {
    take: ({ data }) =>
      decoder.decode(data, 0, (picture) => {
        const planes = new PictureFilter(picture, 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p').run(picture)
        give({ number: 0, isKey: true, data: planes.toBuffer() })
      }),
  }
}
