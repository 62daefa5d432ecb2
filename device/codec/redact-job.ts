import type { CodecJob, CodecPart } from '#contract/codec-api.ts'
import type { RedactionArea } from '#contract/redaction.ts'
import { redactPlanes } from '#shared/redaction/redact-planes.ts'
import type { JobSteps } from './job-steps.ts'
import { type Picture, PictureDecoder, PictureEncoder, PictureFilter, pictureOf } from './library.ts'

/** Two, so that live video on the same machine keeps its processors. */
const THREADS = 2
const options = { preset: 'veryfast', tune: 'zerolatency', crf: '21', g: '50', bf: '0', threads: String(THREADS) }
/** What quality is reckoned with: the pictures bear numbers, not times. */
const FPS = 25
const TIME_BYTES = 8
/** With even sides, as its planes need. */
const TO_PLANES = 'scale=w=trunc(iw/2)*2:h=trunc(ih/2)*2,format=yuv420p'

/**
 * Makes H.264 of pictures in which areas are unreadable. Each picture is made of its bare samples, so that nothing that came beside them is
 * carried on.
 */
export function redactJob({ codec }: CodecJob & { job: 'redact' }, give: (part: CodecPart) => void): JobSteps {
  const decoder = new PictureDecoder(codec, THREADS)
  const timesMs = new Map<number, number>()
  let areas: RedactionArea[] | undefined
  let filter: PictureFilter | undefined
  let encoder: PictureEncoder | undefined

  const redact = (picture: Picture) => {
    const number = Number(picture.pts)
    const atMs = timesMs.get(number)
    timesMs.delete(number)
    // Pre-roll is there to be decoded; nobody sees it.
    if (atMs === undefined || atMs < 0) return
    filter ??= new PictureFilter(picture, TO_PLANES)
    const plain = filter.run(picture)
    const { width, height } = plain
    const data = new Uint8Array(plain.toBuffer())
    redactPlanes({ data, width, height }, areas ?? [], atMs)
    const redacted = pictureOf(data, { width, height, format: 'yuv420p' }, number)
    encoder ??= new PictureEncoder({ width, height, fps: FPS, options }, plain)
    encoder.encode(redacted, give)
    redacted.free()
  }

  return {
    take: ({ data, number }) => {
      if (areas === undefined) {
        areas = JSON.parse(new TextDecoder().decode(data)) as RedactionArea[]
        return
      }
      timesMs.set(number, new DataView(data.buffer, data.byteOffset, TIME_BYTES).getFloat64(0))
      decoder.decode(data.subarray(TIME_BYTES), number, redact)
    },
    end: () => {
      decoder.end(redact)
      encoder?.encode(null, give)
    },
  }
}
