import { CodecProcess } from '#device/codec/codec-process.ts'

/** What the encoder is told to make, as WebCodecs names it: constrained baseline, level 3.1. */
export const LIVE_CODEC = 'avc1.42c01f'

/** How many pictures may wait for the encoder; what comes then is left out. */
const MOST_WAITING = 2

interface EncodedUnit {
  /** Annex B. */
  data: Uint8Array
  isKey: boolean
}

interface EncoderEvents {
  onUnit: (unit: EncodedUnit) => void
  /** It has ended by itself. */
  onEnd: () => void
}

/** Encodes pictures (YUV 4:2:0) into H.264 while they come, in a process that answers each picture before the next one comes. */
export class LiveEncoder {
  readonly #codec: CodecProcess
  readonly #frameBytes: number
  #next = 0

  constructor({ width, height, fps }: { width: number; height: number; fps: number }, { onUnit, onEnd }: EncoderEvents) {
    this.#frameBytes = (width * height * 3) / 2
    const source = { width, height, format: 'yuv420p' as const }
    this.#codec = new CodecProcess({ job: 'encode', source, width, height, fps, options: optionsOf(fps) }, { onPart: onUnit, onEnd })
  }

  /** Takes a picture, which must not change afterwards; false when too many wait. */
  push(picture: Uint8Array): boolean {
    if (this.#codec.waitingBytes > MOST_WAITING * this.#frameBytes) return false
    this.#codec.push({ number: this.#next++, isKey: false, data: picture })
    return true
  }

  close(): void {
    this.#codec.close()
  }
}

function optionsOf(fps: number): Record<string, string> {
  const parameters = `repeat-headers=1:aud=1:sliced-threads=0:slices=1:scenecut=0:open-gop=0:bframes=0:keyint=${fps * 2}:min-keyint=${fps * 2}`
  const speed = { preset: 'ultrafast', tune: 'zerolatency', threads: '1' }
  return { ...speed, crf: '27', profile: 'baseline', level: '3.1', 'x264-params': parameters }
}
