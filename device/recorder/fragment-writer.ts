import type { SoundUnit, SourceUnit, StreamFormat } from '#device/agent/channel-source.ts'
import { videoCodecOf } from '#contract/media.ts'
import { nalUnits } from '#device/bridge/rtsp/annex-b.ts'
import { h264 } from '#device/bridge/rtsp/h264.ts'
import { h265 } from '#device/bridge/rtsp/h265.ts'
import { bytesOf, fragmentHead, type Sample } from '#shared/media/segment-fragment.ts'
import { segmentHead, type SegmentSound } from '#shared/media/segment-head.ts'

/** A picture that is longer on the screen than this was the last one before a gap. */
const LONGEST_PICTURE_US = 2_000_000
const USUAL_PICTURE_US = 40_000
const AAC_FRAME_SAMPLES = 1024
const US = 1_000_000

interface Pending extends Pick<SourceUnit, 'ptsUs' | 'captureMs' | 'isKey'> {
  nals: Uint8Array[]
}

/** A part of a file: its bytes, and up to when the file reaches with it, epoch ms. */
interface Written {
  bytes: Uint8Array
  untilMs: number
}

/** Makes the bytes of one segment: its head first, then fragment by fragment of what it is given. */
export class FragmentWriter {
  readonly #sets: Uint8Array[]
  readonly #sound: SegmentSound | undefined
  readonly startUs: number
  #head: Uint8Array | undefined
  #sequence = 0
  #pictures: Pending[] = []
  #frames: SoundUnit[] = []
  #usualUs: number

  /** `first`: the key frame that the segment begins with; it is given to `picture` like all others. */
  constructor(format: StreamFormat, first: SourceUnit, sets: Uint8Array[]) {
    const { width, height, fps } = format
    this.#sets = sets
    this.#sound = segmentSoundOf(format)
    this.startUs = first.ptsUs
    this.#usualUs = fps > 0 ? Math.round(US / fps) : USUAL_PICTURE_US
    const pictures = { codec: videoCodecOf(format.codec), width, height, parameterSets: sets }
    this.#head = segmentHead({ pictures, sound: this.#sound, startUs: this.startUs })
  }

  /** Of what waits to be cut. */
  get firstPending(): Pick<SourceUnit, 'ptsUs' | 'captureMs'> | undefined {
    return this.#pictures[0]
  }

  get pendingCount(): number {
    return this.#pictures.length
  }

  picture({ ptsUs, captureMs, isKey, data }: SourceUnit): void {
    const isInHead = (nal: Uint8Array) => this.#sets.some((set) => Buffer.compare(set, nal) === 0)
    this.#pictures.push({ ptsUs, captureMs, isKey, nals: [...nalUnits(data)].filter((nal) => !isInHead(nal)) })
  }

  sound(frame: SoundUnit): void {
    if (this.#sound !== undefined) this.#frames.push(frame)
  }

  /** Makes a fragment of all that came since the last; `nextUs` is the time of the picture that follows. Undefined when there was nothing. */
  cut(nextUs: number | undefined): Written | undefined {
    const [first] = this.#pictures
    if (first === undefined) return undefined
    const pictures = this.#pictures.map(({ ptsUs, isKey, nals }, index): Sample => {
      const followsUs = this.#pictures[index + 1]?.ptsUs ?? nextUs ?? ptsUs + this.#usualUs
      const bytes = nals.reduce((sum, nal) => sum + 4 + nal.byteLength, 0)
      return { ptsUs, durationUs: this.#pictureUs(followsUs - ptsUs), isKey, bytes }
    })
    const sound = this.#frames.map((frame, index): Sample => {
      const followsUs = this.#frames[index + 1]?.ptsUs ?? frame.ptsUs + this.#frameUs(frame)
      return { ptsUs: frame.ptsUs, durationUs: followsUs - frame.ptsUs, isKey: true, bytes: frame.data.byteLength }
    })
    this.#sequence += 1
    const head = fragmentHead(this.#sequence, { captureMs: first.captureMs, pictures, sound })
    const bytes = this.#bytes(head, bytesOf(pictures) + bytesOf(sound))
    const endUs = Math.max(...pictures.map(({ ptsUs, durationUs }) => ptsUs + durationUs))
    this.#pictures = []
    this.#frames = []
    return { bytes, untilMs: first.captureMs + (endUs - first.ptsUs) / 1000 }
  }

  #bytes(head: Uint8Array, mediaBytes: number): Uint8Array {
    const file = this.#head
    this.#head = undefined
    const bytes = Buffer.allocUnsafe((file?.byteLength ?? 0) + head.byteLength + mediaBytes)
    if (file) bytes.set(file)
    let at = file?.byteLength ?? 0
    bytes.set(head, at)
    at += head.byteLength
    for (const { nals } of this.#pictures) {
      for (const nal of nals) {
        at = bytes.writeUInt32BE(nal.byteLength, at)
        bytes.set(nal, at)
        at += nal.byteLength
      }
    }
    for (const { data } of this.#frames) {
      bytes.set(data, at)
      at += data.byteLength
    }
    return bytes
  }

  #pictureUs(untilNextUs: number): number {
    if (untilNextUs > 0 && untilNextUs <= LONGEST_PICTURE_US) this.#usualUs = untilNextUs
    return this.#usualUs
  }

  #frameUs({ data }: SoundUnit): number {
    const { codec, sampleRateHz, channels } = this.#sound ?? { codec: 'aac', sampleRateHz: 8_000, channels: 1 }
    const samples = codec === 'aac' ? AAC_FRAME_SAMPLES : data.byteLength / channels
    return Math.round((samples * US) / sampleRateHz)
  }
}

/** Sound of a coding that recordings hold; others are left out. */
function segmentSoundOf({ sound }: StreamFormat): SegmentSound | undefined {
  if (sound === undefined || sound.codec === 'opus') return undefined
  const { codec, sampleRateHz, channels, description } = sound
  return { codec, sampleRateHz, channels, ...(description !== undefined && { config: Buffer.from(description, 'base64') }) }
}

/** The parameter sets of a key frame, in their order. */
export function parameterSetsOf({ codec }: StreamFormat, unit: SourceUnit): Uint8Array[] {
  const rules = videoCodecOf(codec) === 'h264' ? h264 : h265
  const nals = [...nalUnits(unit.data)]
  return rules.sets.flatMap((type) => nals.filter((nal) => rules.typeOf(nal) === type).map((nal) => new Uint8Array(nal)))
}
