import { EncodedPacketSink, Input, MP4, type EncodedPacket, type Source } from 'mediabunny'
import { annexBOf, parametersOf } from './annex-b.ts'
import { soundOfFilm, type FilmTrack } from './film-sound.ts'

/** From so many pictures it is told how many there are in a second. */
const COUNTED = 50

/** One picture of a file: Annex B, a key frame with its parameter sets. `atS`: seconds from the file's time zero, before which is pre-roll. */
interface FilmPicture {
  isKey: boolean
  atS: number
  data: Uint8Array
}

/** An MP4 file: its pictures and, where it has any that cameras speak, its sound. `codec` as WebCodecs names it. */
export interface Mp4Film {
  format: { codec: string; width: number; height: number; fps: number; sound?: FilmTrack['format'] | undefined }
  /** The frames that are heard from this time on. */
  sound(fromS: number): ReturnType<FilmTrack['frames']>
  /** From the key frame at or before this time on, the first where there is none; on wish key frames alone. */
  pictures(fromS: number, isKeysOnly?: boolean): AsyncGenerator<FilmPicture>
}

/** Opens what the service has written (`writePart`); undefined when there are no pictures in it. */
export async function openMp4(source: Source): Promise<Mp4Film | undefined> {
  const input = new Input({ source, formats: [MP4] })
  const track = await input.getPrimaryVideoTrack().catch(() => null)
  const config = await track?.getDecoderConfig()
  if (!track || !config) return undefined
  const { codec, description, codedWidth: width = 0, codedHeight: height = 0 } = config
  const fps = Math.round((await track.computePacketStats(COUNTED)).averagePacketRate)
  const parameters = description === undefined ? undefined : parametersOf(codec, new Uint8Array(description as ArrayBuffer))
  const sink = new EncodedPacketSink(track)
  const sound = await soundOfFilm(input)
  return {
    format: { codec, width, height, fps, ...(sound && { sound: sound.format }) },
    async *sound(fromS) {
      if (sound !== undefined) yield* sound.frames(fromS)
    },
    async *pictures(fromS, isKeysOnly = false) {
      const first = (await sink.getKeyPacket(fromS, { verifyKeyPackets: true })) ?? (await sink.getFirstPacket())
      if (first === null) return
      for await (const { type, timestamp: atS, data } of isKeysOnly ? keysFrom(sink, first) : sink.packets(first)) {
        const isKey = type === 'key'
        yield { isKey, atS, data: parameters === undefined ? data : annexBOf(data, isKey ? parameters : undefined) }
      }
    },
  }
}

async function* keysFrom(sink: EncodedPacketSink, first: EncodedPacket): AsyncGenerator<EncodedPacket> {
  for (let key: EncodedPacket | null = first; key !== null; key = await sink.getNextKeyPacket(key)) yield key
}
