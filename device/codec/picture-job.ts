import type { CodecJob, CodecPart, JpegShape, RestyleJob } from '#contract/codec-api.ts'
import type { JobSteps } from './job-steps.ts'
import { jpegOf, type Picture, PictureDecoder, PictureFilter, pictureOf } from './library.ts'
import { paintMasks } from './paint.ts'

const USUAL_QUALITY = 3
const TO_JPEG = 'scale=out_range=pc:out_color_matrix=bt601,format=yuvj420p'

/** Makes a JPEG of the newest picture of a group. Ends the process with 1 when there is none. */
export function pictureJob({ codec, jpeg, masks = [] }: CodecJob & { job: 'picture' }, give: (part: CodecPart) => void): JobSteps {
  // One thread: a snapshot must not take the machine from the live video.
  const decoder = new PictureDecoder(codec, 1)
  let newest: Picture | undefined
  const keep = (picture: Picture) => {
    newest?.free()
    newest = picture.clone() ?? undefined
  }
  return {
    take: ({ data, number }) => decoder.decode(data, number, keep),
    end: () => {
      decoder.end(keep)
      if (newest === undefined) {
        process.stderr.write('There is no picture in the stream.')
        process.exit(1)
      }
      const seen = masks.length === 0 ? newest : masked(newest, masks)
      const shaped = new PictureFilter(seen, [...(jpeg ? filtersOf(jpeg) : []), TO_JPEG].join(',')).run(seen)
      give({ number: 0, isKey: true, data: jpegOf(shaped, jpeg?.quality ?? USUAL_QUALITY) })
    },
  }
}

/** With its sides even, as its planes need. */
const TO_PLANES = 'scale=w=trunc(iw/2)*2:h=trunc(ih/2)*2,format=yuv420p'

function masked(picture: Picture, masks: RestyleJob['masks']): Picture {
  const planes = new PictureFilter(picture, TO_PLANES).run(picture)
  const { width, height } = planes
  const data = new Uint8Array(planes.toBuffer())
  paintMasks({ data, width, height }, masks)
  return pictureOf(data, { width, height, format: 'yuv420p' }, 0)
}

function filtersOf({ width, height, part }: JpegShape): string[] {
  const cut = part === undefined ? [] : [`crop=iw*${part.size}:ih*${part.size}:iw*${part.left}:ih*${part.top}`]
  return [...cut, `scale=${width}:${height}`]
}
