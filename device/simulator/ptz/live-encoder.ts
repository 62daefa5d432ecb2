import { spawn, type ChildProcess } from 'node:child_process'
import { nalUnits } from '../clip.ts'
import { ffmpegCommand } from '#device/agent/ffmpeg.ts'

/** What the encoder is told to make, as WebCodecs names it: constrained baseline, level 3.1. */
export const LIVE_CODEC = 'avc1.42c01f'

const KEY_SLICE = 5
/** How many pictures may wait for the encoder; what comes then is left out. */
const MOST_WAITING = 2
const RIFF_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const LIST_HEADER_BYTES = 12

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

/** Encodes pictures (YUV 4:2:0) into H.264 while they come: an ffmpeg process, which answers each picture before the next one comes. */
export class LiveEncoder {
  readonly #child: ChildProcess
  readonly #frameBytes: number
  #isClosed = false

  constructor({ width, height, fps }: { width: number; height: number; fps: number }, { onUnit, onEnd }: EncoderEvents) {
    this.#frameBytes = (width * height * 3) / 2
    this.#child = spawn(ffmpegCommand(), optionsOf(width, height, fps), { stdio: ['pipe', 'pipe', 'ignore'] })
    const reader = new AviReader((data) => onUnit({ data, isKey: isKeyUnit(data) }))
    this.#child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk))
    // Whatever goes wrong, `close` follows.
    this.#child.on('error', () => {})
    this.#child.stdin?.on('error', () => {})
    this.#child.once('close', () => {
      if (!this.#isClosed) onEnd()
    })
  }

  /** Takes a picture, which must not change afterwards; false when too many wait. */
  push(picture: Uint8Array): boolean {
    const { stdin } = this.#child
    if (stdin === null || !stdin.writable || stdin.writableLength > MOST_WAITING * this.#frameBytes) return false
    stdin.write(picture)
    return true
  }

  close(): void {
    this.#isClosed = true
    this.#child.kill('SIGKILL')
  }
}

function optionsOf(width: number, height: number, fps: number): string[] {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(fps), '-i', '-']
  const colour = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const parameters = `repeat-headers=1:aud=1:sliced-threads=0:slices=1:scenecut=0:open-gop=0:bframes=0:keyint=${fps * 2}:min-keyint=${fps * 2}`
  const encoder = ['-preset', 'ultrafast', '-tune', 'zerolatency', '-threads', '1', '-crf', '27', '-profile:v', 'baseline', '-level', '3.1']
  const log = ['-loglevel', 'quiet', '-fflags', 'nobuffer', '-probesize', '32', '-analyzeduration', '0']
  // AVI says how long each unit is, so that none has to wait for the next one to be told from it.
  const output = ['-x264-params', parameters, '-flush_packets', '1', '-f', 'avi', '-']
  return [...log, ...input, '-c:v', 'libx264', ...encoder, ...colour, ...output]
}

function isKeyUnit(data: Uint8Array): boolean {
  for (const { type } of nalUnits(data)) if (type === KEY_SLICE) return true
  return false
}

/** Reads the pictures out of an AVI stream as it comes. */
class AviReader {
  readonly #onPicture: (data: Uint8Array) => void
  #waiting: Buffer = Buffer.alloc(0)
  #hasBegun = false

  constructor(onPicture: (data: Uint8Array) => void) {
    this.#onPicture = onPicture
  }

  push(chunk: Buffer): void {
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk])
    if (!this.#hasBegun) {
      if (this.#waiting.length < RIFF_HEADER_BYTES) return
      this.#hasBegun = true
      this.#waiting = this.#waiting.subarray(RIFF_HEADER_BYTES)
    }
    while (this.#step());
  }

  /** Takes one part off the stream; false when it is not whole yet. */
  #step(): boolean {
    const waiting = this.#waiting
    if (waiting.length < LIST_HEADER_BYTES) return false
    const name = waiting.toString('latin1', 0, 4)
    const bytes = waiting.readUInt32LE(4)
    // The list of pictures has no end yet: its parts are read one by one.
    const isMovie = name === 'LIST' && waiting.toString('latin1', 8, 12) === 'movi'
    const length = isMovie ? LIST_HEADER_BYTES : CHUNK_HEADER_BYTES + bytes + (bytes % 2)
    if (waiting.length < length) return false
    if (name === '00dc' && bytes > 0) this.#onPicture(new Uint8Array(waiting.subarray(CHUNK_HEADER_BYTES, CHUNK_HEADER_BYTES + bytes)))
    this.#waiting = waiting.subarray(length)
    return true
  }
}
