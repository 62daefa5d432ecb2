import { type EncodedPacket, EncodedPacketSink, type Input, type InputAudioTrack } from 'mediabunny'
import { g711Of } from './g711.ts'
import { samplesOfFlac } from './flac-frames.ts'

/** Every runtime has it, though not the library that this folder is checked with. */
declare const btoa: (bytes: string) => string

/** What the service names a track of FLAC whose samples were PCMA; others were PCMU. */
export const A_LAW_TRACK = 'G.711 A-law'

/** G.711 is told in parts of so many samples: cameras say it so, and it can begin at any time. */
const PART_SAMPLES = 256

/** A frame of sound as the camera said it. `atS`: seconds from the file's time zero. */
interface FilmFrame {
  atS: number
  data: Uint8Array
}

/** The sound of an MP4 file as cameras speak it. `description`: the AudioSpecificConfig of AAC, base64. */
export interface FilmTrack {
  format: { codec: 'aac' | 'pcmu' | 'pcma' | 'opus'; sampleRateHz: number; channels: number; description?: string | undefined }
  /** From the frame that is heard at this time on. */
  frames(fromS: number): AsyncGenerator<FilmFrame>
}

/** The sound of a file that the service has written; undefined where there is none, or one of another kind. */
export async function soundOfFilm(input: Input): Promise<FilmTrack | undefined> {
  const track = await input.getPrimaryAudioTrack().catch(() => null)
  const format = track && (await formatOf(track))
  if (!track || !format) return undefined
  const sink = new EncodedPacketSink(track)
  return {
    format,
    async *frames(fromS) {
      const first = (await sink.getPacket(fromS)) ?? (await sink.getFirstPacket())
      if (first === null) return
      for await (const packet of sink.packets(first)) yield* cameraFrames(packet, format)
    },
  }
}

function* cameraFrames(
  { timestamp: atS, data }: EncodedPacket,
  { codec, channels, sampleRateHz }: FilmTrack['format'],
): Generator<FilmFrame> {
  if (codec === 'aac' || codec === 'opus') return yield { atS, data }
  const samples = samplesOfFlac(data, channels)
  const bytes = samples === undefined ? new Uint8Array() : g711Of(samples, codec === 'pcma' ? 'a' : 'mu')
  const length = PART_SAMPLES * channels
  for (let at = 0; at < bytes.byteLength; at += length)
    yield { atS: atS + at / channels / sampleRateHz, data: bytes.subarray(at, at + length) }
}

async function formatOf(track: InputAudioTrack): Promise<FilmTrack['format'] | undefined> {
  const config = await track.getDecoderConfig()
  if (config === null) return undefined
  const { codec, sampleRate: sampleRateHz, numberOfChannels: channels, description } = config
  if (codec === 'flac') return { codec: (await track.getName()) === A_LAW_TRACK ? 'pcma' : 'pcmu', sampleRateHz, channels }
  if (codec === 'opus') return { codec, sampleRateHz, channels }
  if (!codec.startsWith('mp4a.40') || description === undefined) return undefined
  const bytes = new Uint8Array(description as ArrayBuffer)
  return { codec: 'aac', sampleRateHz, channels, description: btoa(String.fromCharCode(...bytes)) }
}
