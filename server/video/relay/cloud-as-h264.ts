import { availableParallelism } from 'node:os'
import type { CodecPart } from '#contract/codec-api.ts'
import { mediaCodecs, type MediaUnit, videoCodecOf } from '#contract/media.ts'
import { codecNameOf } from '../codec/codec-name.ts'
import { runCodecAside } from '../codec/codec-run.ts'
import { Turns } from '../codec/turns.ts'
import type { cloudPictures, RecordedUnit } from '../recorded/cloud-pictures.ts'

/** As wide as the codec's process makes pictures. */
const MOST_WIDTH = 1920

const processors = availableParallelism()
/** Of recordings that are transcoded on this node; others wait. Each takes what a processor has. */
const turns = new Turns({ all: Math.max(2, processors), ofOrganization: Math.max(1, Math.floor(processors / 2)) })

type Pictures = ReturnType<typeof cloudPictures>

/**
 * The same in H.264, for whoever decodes nothing else: every picture with its own times, a key frame where the camera had one, and the sound as it is.
 * What is filmed in H.264 comes as it is. Some pictures are in memory at a time. Throws when the codec's process fails, and with the signal's reason.
 */
export async function* cloudAsH264(pictures: Pictures, organizationId: string, signal: AbortSignal): Pictures {
  const first = await pictures.next()
  if (first.done === true) return first.value
  if (videoCodecOf(first.value.format.codec) === 'h264') {
    yield first.value
    return yield* pictures
  }
  const leave = await turns.take(organizationId, signal)
  try {
    return yield* new Transcoding(first.value, pictures).run(signal)
  } finally {
    leave()
  }
}

class Transcoding {
  readonly #first: RecordedUnit
  readonly #pictures: Pictures
  /** Pictures inside the process, by their number. */
  readonly #inside = new Map<number, MediaUnit>()
  readonly #sounds: MediaUnit[] = []
  /** Where the pictures become of another kind. */
  #changedAtMs: number | undefined

  constructor(first: RecordedUnit, pictures: Pictures) {
    this.#first = first
    this.#pictures = pictures
  }

  async *run(signal: AbortSignal): Pictures {
    let format: RecordedUnit['format'] | undefined
    let lastPtsUs = -Infinity
    for await (const { number, isKey, data } of runCodecAside({ job: 'transcode' }, this.#parts(), signal)) {
      const filmed = this.#inside.get(number)
      if (filmed === undefined) throw new Error('The codec gave a picture that it was not given')
      // What went in before it and did not come out could not be decoded, or is shown later.
      this.#inside.delete(number)
      format ??= { ...this.#first.format, ...sizeOf(this.#first.format), codec: codecNameOf(data) }
      for (const unit of this.#soundsUpTo(filmed.captureMs)) yield { format, unit }
      // A picture that shows another one's time again must not stand still.
      lastPtsUs = Math.max(filmed.ptsUs, lastPtsUs + 1)
      yield { format, unit: { ...filmed, ptsUs: lastPtsUs, isKey, data, codec: mediaCodecs.h264 } }
    }
    if (format === undefined) throw new Error('None of the pictures could be decoded')
    for (const unit of this.#sounds) yield { format, unit }
    return this.#changedAtMs
  }

  async *#parts(): AsyncGenerator<CodecPart> {
    let number = 0
    const part = (unit: MediaUnit): CodecPart => {
      number += 1
      this.#inside.set(number, unit)
      return { number, isKey: unit.isKey, data: unit.data }
    }
    yield part(this.#first.unit)
    for (let next = await this.#pictures.next(); ; next = await this.#pictures.next()) {
      if (next.done === true) {
        this.#changedAtMs = next.value
        return
      }
      const { unit } = next.value
      if (unit.kind === 'sound') this.#sounds.push(unit)
      else yield part(unit)
    }
  }

  #soundsUpTo(atMs: number): MediaUnit[] {
    return this.#sounds.splice(0, this.#sounds.findLastIndex(({ captureMs }) => captureMs <= atMs) + 1)
  }
}

function sizeOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  if (width <= MOST_WIDTH) return { width, height: height - (height % 2) }
  return { width: MOST_WIDTH, height: Math.round((height * MOST_WIDTH) / width / 2) * 2 }
}
