import type { CodecPart, RestyleJob } from '#contract/codec-api.ts'
import type { JobSteps } from './job-steps.ts'
import { type Picture, PictureDecoder, PictureEncoder, PictureFilter, pictureOf } from './library.ts'
import { paintMasks, paintText } from './paint.ts'

const TIME_BYTES = 8
/** The middle of a percentage changes nothing, its ends as much as a camera would. */
const strengths = { brightness: 0.4, contrast: 0.8, saturation: 1 } as const

/** Makes of a camera's pictures what it was told to show: another size, other light, masks and text. */
export function restyleJob(job: RestyleJob, give: (part: CodecPart) => void): JobSteps {
  const { source, width, height, masks, overlay } = job
  const decoder = source === 'h264' ? new PictureDecoder('h264', 1) : undefined
  const timesMs = new Map<number, number>()
  const clock = overlay.timeZone === undefined ? undefined : clockOf(overlay.timeZone)
  let filter: PictureFilter | undefined
  let encoder: PictureEncoder | undefined
  /** The encoder counts pictures; whoever wants them has numbers of their own. */
  const numbers = new Map<number, number>()
  let count = 0

  const restyle = (picture: Picture) => {
    const number = Number(picture.pts)
    const atMs = timesMs.get(number)
    timesMs.delete(number)
    if (atMs === undefined) return
    filter ??= new PictureFilter(picture, filtersOf(job))
    const plain = filter.run(picture)
    const data = new Uint8Array(plain.toBuffer())
    paintMasks({ data, width, height }, masks)
    if (overlay.text !== '') paintText({ data, width, height }, overlay.text, 0)
    if (clock) paintText({ data, width, height }, clock(atMs), overlay.text === '' ? 0 : 1)
    numbers.set(count, number)
    const styled = pictureOf(data, { width, height, format: 'yuv420p' }, count++)
    encoder ??= new PictureEncoder(job, plain, job.encoder)
    encoder.encode(styled, giveOn)
    styled.free()
  }

  const giveOn = (unit: CodecPart) => {
    give({ ...unit, number: numbers.get(unit.number) ?? 0 })
    numbers.delete(unit.number)
  }

  return {
    take: ({ data, number }) => {
      const atMs = new DataView(data.buffer, data.byteOffset, TIME_BYTES).getFloat64(0)
      const bytes = data.subarray(TIME_BYTES)
      if (!Number.isNaN(atMs)) timesMs.set(number, atMs)
      if (decoder) return decoder.decode(bytes, number, restyle)
      if (source === 'h264') return
      const picture = pictureOf(bytes, source, number)
      restyle(picture)
      picture.free()
    },
    end: () => {
      decoder?.end(restyle)
      encoder?.encode(null, giveOn)
    },
  }
}

/** What is drawn is in these colours already; they are only told. */
const DRAWN = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709'

function filtersOf({ source, width, height, imaging }: RestyleJob): string {
  const amount = (name: keyof typeof strengths) => ((imaging[name] - 50) / 50) * strengths[name]
  const isChanged = Object.values(imaging).some((percent) => percent !== 50)
  const light = `eq=brightness=${amount('brightness')}:contrast=${1 + amount('contrast')}:saturation=${1 + amount('saturation')}`
  return [...(source === 'h264' ? [] : [DRAWN]), `scale=${width}:${height}`, 'format=yuv420p', ...(isChanged ? [light] : [])].join(',')
}

/** The clocks of a zone as cameras write them: `2026-11-25 21:40:05`. */
function clockOf(timeZone: string): (atMs: number) => string {
  const style = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const
  const words = new Intl.DateTimeFormat('sv-SE', style)
  return (atMs) => words.format(atMs)
}
