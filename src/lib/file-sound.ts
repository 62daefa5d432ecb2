import { decodeG711 } from '#shared/media/g711.ts'
import type { RecordPiece, RecordSound } from '#contract/record-piece.ts'
import { aacConfig, frameRateHz } from '#shared/media/sound-frames.ts'
import type { SoundFormat } from '#contract/sound.ts'
import type { FilmPiece, FilmSound } from '#shared/avi/film.ts'
import { flacFrame, flacFrameBytes } from '#shared/media/flac-frames.ts'
import { OpusDecoder } from './opus-decoder.ts'
import { PCM_BYTES } from './record-bytes.ts'

export type RecordFormat = 'mp4' | 'avi'

/** Frames of sound, each with its number in the recording. */
interface Frames {
  first: number
  data: readonly Uint8Array<ArrayBuffer>[]
  samples: readonly number[]
}

/** What the sound of a recording becomes in a file: as it came from the camera where players of such files know that. */
export interface FileSound extends FilmSound {
  /** How many bytes the frames of a piece have in the file; `first` is the number of the first one. */
  sizesOf(sound: RecordSound, first: number): number[]
  write(frames: Frames): Promise<readonly Uint8Array<ArrayBuffer>[]>
  close(): void
}

/** Nothing where this browser cannot write such sound into such a file. */
export function fileSound(format: SoundFormat, file: RecordFormat): FileSound | undefined {
  const shape = { rateHz: frameRateHz(format), channels: format.channels }
  const asItIs = { sizesOf: ({ sizes }: RecordSound) => sizes, write: async ({ data }: Frames) => data, close: () => {} }
  const { codec } = format
  if (codec === 'aac') return { coding: codec, ...shape, ...asItIs, config: aacConfig(format) }
  if (codec === 'opus') return file === 'mp4' ? { coding: codec, ...shape, ...asItIs } : opusAsPcm(shape)
  return file === 'mp4' ? g711AsFlac(codec, shape) : { coding: codec, ...shape, ...asItIs }
}

type Shape = Pick<FileSound, 'rateHz' | 'channels'>

/** Browsers play no G.711 in MP4, and FLAC all of them: nothing is lost by it. */
function g711AsFlac(codec: 'pcmu' | 'pcma', shape: Shape): FileSound {
  const law = codec === 'pcmu' ? 'mu' : 'a'
  return {
    coding: 'flac',
    ...shape,
    sizesOf: ({ sizes }, first) => sizes.map((_, index) => flacFrameBytes(first + index, shape.channels)),
    write: async ({ data, first }) => data.map((frame, index) => flacFrame(first + index, shape.channels, decodeG711(frame, law))),
    close: () => {},
  }
}

/** AVI has no number for Opus. */
function opusAsPcm(shape: Shape): FileSound | undefined {
  if (!OpusDecoder.isThere) return undefined
  const decoder = new OpusDecoder(shape.channels)
  return {
    coding: 'pcm',
    ...shape,
    sizesOf: ({ samples }) => samples.map((count) => count * shape.channels * PCM_BYTES),
    write: async ({ data, samples }) => (await decoder.decode(data, samples)).map(pcmOf),
    close: () => decoder.close(),
  }
}

/** Numbers of 16 bits, the smaller end first. */
function pcmOf(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(samples.length * PCM_BYTES))
  samples.forEach((sample, at) => view.setInt16(at * PCM_BYTES, Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), true))
  return new Uint8Array(view.buffer)
}

/** `first`: the number of the piece's first frame of sound in the recording. */
export async function filePiece({ sizes, data, sound }: RecordPiece, written: FileSound | undefined, first: number): Promise<FilmPiece> {
  let at = sizes.reduce((sum, size) => sum + size, 0)
  const pictures = data.subarray(0, at)
  if (sound === undefined || written === undefined) return { pictures, frames: [] }
  const recorded = sound.sizes.map((size) => {
    at += size
    return data.subarray(at - size, at)
  })
  return { pictures, frames: await written.write({ first, data: recorded, samples: sound.samples }) }
}
