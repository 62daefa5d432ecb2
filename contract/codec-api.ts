/**
 * The process that decodes and encodes, and those that start it: the bridge, the simulator, the plugin, and the service for what it redacts. It is started for one job with
 * the job as its argument, as JSON; parts go in through its standard input and come out of its standard output, each behind a head.
 */
export type CodecJob =
  /** Access units of H.265 (Annex B) in, each at once as one of H.264 out, under the same number. */
  | { job: 'transcode' }
  /** Pictures of `source` in, packed, each at once as an access unit of H.264 out. `options` are those of x264. */
  | { job: 'encode'; source: RawPictures; width: number; height: number; fps: number; options: Record<string, string> }
  /** Access units of one group in, the newest picture as JPEG out, when the input has ended; black where the masks are. */
  | { job: 'picture'; codec: 'h264' | 'hevc'; jpeg?: JpegShape; masks?: RestyleJob['masks'] }
  /** The file of a JPEG in, its planes as YUV 4:2:0 (BT.709, limited range) out. */
  | { job: 'planes' }
  /**
   * First a part with the areas as JSON (`contract/redaction.ts`), then access units, each behind its time in the clip (ms, 64-bit float, big-endian);
   * each picture that is shown, redacted, comes out as an access unit of H.264 under the same number.
   */
  | { job: 'redact'; codec: 'h264' | 'hevc' }
  | RestyleJob

/**
 * Access units of H.264, or packed YUV 4:2:0, in, each behind its time (epoch ms, 64-bit float, big-endian; NaN: only decoded, not given). Each
 * comes out at once under its number, in another size and codec, with masks and text in it. `options` are the encoder's.
 */
export interface RestyleJob {
  job: 'restyle'
  source: 'h264' | RawPictures
  width: number
  height: number
  fps: number
  encoder: 'libx264' | 'libx265'
  options: Record<string, string>
  /** Corners as shares of the picture: black. */
  masks: readonly (readonly { x: number; y: number }[])[]
  /** Percent, 50 in the middle. */
  imaging: { brightness: number; contrast: number; saturation: number }
  /** `timeZone`: whose clocks are shown; none without. */
  overlay: { text: string; timeZone?: string | undefined }
}

export interface RawPictures {
  width: number
  height: number
  format: 'yuv420p' | 'rgb24'
}

/** Sizes of a part in shares of the picture's; `quality` from 2, the best, to 31. */
export interface JpegShape {
  quality: number
  width: number
  height: number
  part?: { left: number; top: number; size: number }
}

export interface CodecPart {
  /** By which what goes in is known again when it comes out; below 2³². */
  number: number
  isKey: boolean
  data: Uint8Array
}

const HEAD_BYTES = 9
/** A picture of 8K, uncompressed. Whoever says more is broken. */
const MOST_BYTES = 256 * 1024 * 1024

/** What stands before the data of a part: its length, its number, whether it is a key frame. */
export function codecPartHead({ number, isKey, data }: CodecPart): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES)
  const view = new DataView(head.buffer)
  view.setUint32(0, data.length)
  view.setUint32(4, number)
  view.setUint8(8, isKey ? 1 : 0)
  return head
}

/** Puts parts together again, from however they arrive. */
export class CodecPartReader {
  readonly #onPart: (part: CodecPart) => void
  readonly #head = new Uint8Array(HEAD_BYTES)
  #headBytes = 0
  #data: Uint8Array | undefined
  #dataBytes = 0

  constructor(onPart: (part: CodecPart) => void) {
    this.#onPart = onPart
  }

  /** Takes the next bytes. Throws when they are no parts. */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#data === undefined) at += this.#takeHead(bytes.subarray(at))
      else {
        const some = bytes.subarray(at, at + this.#data.length - this.#dataBytes)
        this.#data.set(some, this.#dataBytes)
        this.#dataBytes += some.length
        at += some.length
      }
      this.#giveWhole()
    }
  }

  #takeHead(bytes: Uint8Array): number {
    const some = bytes.subarray(0, HEAD_BYTES - this.#headBytes)
    this.#head.set(some, this.#headBytes)
    this.#headBytes += some.length
    if (this.#headBytes < HEAD_BYTES) return some.length
    const length = new DataView(this.#head.buffer).getUint32(0)
    if (length > MOST_BYTES) throw new Error(`a part of ${length} bytes`)
    this.#data = new Uint8Array(length)
    this.#dataBytes = 0
    return some.length
  }

  #giveWhole(): void {
    const data = this.#data
    if (data === undefined || this.#dataBytes < data.length) return
    const head = new DataView(this.#head.buffer)
    this.#data = undefined
    this.#headBytes = 0
    this.#onPart({ number: head.getUint32(4), isKey: head.getUint8(8) === 1, data })
  }
}

/** What a process needs of a system to start at all. Nothing else of the environment is told to one that reads what strangers send. */
const NEEDED = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']

/** The environment of the codec's process, out of that of whoever starts it. */
export function codecEnvironment(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(NEEDED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}
