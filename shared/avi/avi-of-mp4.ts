import { type EncodedPacket, EncodedPacketSink, Input, type InputVideoTrack, MP4, type Source } from 'mediabunny'
import { parametersOf, withLengths } from '../media/annex-b.ts'
import { soundOfFilm, type FilmTrack } from '../media/film-sound.ts'
import { aacConfig, frameRateHz } from '../media/sound-frames.ts'
import { SoundLane } from '../media/sound-lane.ts'
import { aviFile } from './avi-file.ts'
import type { Film, FilmPiece, FilmSound } from './film.ts'

/** What all readers of the first AVI take. */
const MOST_BYTES = 2_000_000_000
/** Pictures that go through the memory at once. */
const PIECE_PICTURES = 100
const US = 1_000_000

/**
 * An MP4 file as AVI, picture by picture as it is, with its sound (AAC, and G.711 by the law that it came by; AVI has no number for Opus, which is
 * left out): the bytes of the file, some pictures at a time, read from the source as they are asked for. Undefined when there is no video in it
 * that AVI takes, more than 2 GB of it, or when it is over meanwhile (`isOver`); over later, the bytes end early. Throws when the source cannot be
 * read.
 */
export async function aviOfMp4(source: Source, isOver: () => boolean): Promise<AsyncGenerator<Uint8Array> | undefined> {
  const input = new Input({ source, formats: [MP4] })
  const track = await input.getPrimaryVideoTrack().catch(() => null)
  const reel = track && (await Reel.of(track, await soundOfFilm(input)))
  const film = reel ? await filmOf(reel, isOver) : undefined
  if (!reel || film === undefined) {
    input.dispose()
    return undefined
  }
  return bytesOf(input, film, reel, isOver)
}

interface ReelPicture {
  timeUs: number
  isKey: boolean
  data: Uint8Array
}

/** Some pictures, and the sound from where that of the part before ended. */
interface ReelPart {
  pictures: ReelPicture[]
  frames: ReturnType<SoundLane<FilmTrack['format']>['takeFrames']>
}

/**
 * The pictures of a file as AVI has them: parameter sets, which MP4 keeps apart, in front of each key frame. Its sound begins with the first of
 * them, pre-roll or not, and has no hole.
 */
class Reel {
  readonly #sink: EncodedPacketSink
  readonly #parameters: ReturnType<typeof parametersOf>
  readonly #sound: FilmTrack | undefined
  readonly shape: Film['track']

  private constructor(
    track: InputVideoTrack,
    parameters: ReturnType<typeof parametersOf>,
    film: { shape: Film['track']; sound?: FilmTrack },
  ) {
    this.#sink = new EncodedPacketSink(track)
    this.#parameters = parameters
    this.#sound = film.sound
    this.shape = film.shape
  }

  static async of(track: InputVideoTrack, sound: FilmTrack | undefined): Promise<Reel | undefined> {
    const config = await track.getDecoderConfig()
    if (!config?.description || !/^(avc|hvc|hev)/.test(config.codec)) return undefined
    const { codec, codedWidth: width = 0, codedHeight: height = 0, description } = config
    const fps = Math.round((await track.computePacketStats(50)).averagePacketRate)
    const shape = { codec, width, height, fps }
    const isKnown = sound !== undefined && sound.format.codec !== 'opus'
    return new Reel(track, parametersOf(codec, new Uint8Array(description as ArrayBuffer)), { shape, ...(isKnown && { sound }) })
  }

  get written(): FilmSound | undefined {
    if (this.#sound === undefined) return undefined
    const { format } = this.#sound
    const config = format.codec === 'aac' ? { config: aacConfig(format) } : {}
    return { coding: format.codec, rateHz: frameRateHz(format), channels: format.channels, ...config }
  }

  async *parts(): AsyncGenerator<ReelPart> {
    const zeroUs = Math.round(((await this.#sink.getFirstPacket())?.timestamp ?? 0) * US)
    const lane = this.#sound && new SoundLane(this.#sound.format)
    const heard = this.#sound?.frames(0)
    let waiting = await heard?.next()
    /** Lays down the sound that begins before this time. */
    const hear = async (untilUs: number) => {
      for (; waiting?.done === false && waiting.value.atS * US < untilUs; waiting = await heard?.next())
        lane?.take(waiting.value.atS * US - zeroUs, waiting.value.data)
      return lane?.takeFrames() ?? []
    }
    let pictures: ReelPicture[] = []
    let endUs = zeroUs
    for await (const packet of this.#sink.packets()) {
      if (pictures.length === PIECE_PICTURES) {
        yield { pictures, frames: await hear(endUs) }
        pictures = []
      }
      endUs = Math.round((packet.timestamp + packet.duration) * US)
      pictures.push(this.#pictureOf(packet, zeroUs))
    }
    const last = await hear(endUs)
    lane?.end(endUs - zeroUs)
    yield { pictures, frames: [...last, ...(lane?.takeFrames() ?? [])] }
    await heard?.return(undefined)
  }

  #pictureOf({ timestamp, type, data }: EncodedPacket, zeroUs: number): ReelPicture {
    const isKey = type === 'key'
    return { timeUs: Math.round(timestamp * US) - zeroUs, isKey, data: withLengths(data, this.#parameters, isKey) }
  }
}

/** AVI says first what comes: the pictures are gone through twice. */
async function filmOf(reel: Reel, isOver: () => boolean): Promise<Film | undefined> {
  const { shape: track, written } = reel
  const sound = written && { written, sizes: [] as number[], samples: [] as number[] }
  const film: Film = { track, pieces: [], sizes: [], timesUs: [], keys: [], sound }
  let bytes = 0
  for await (const { pictures, frames } of reel.parts()) {
    if (isOver()) return undefined
    film.pieces.push({ count: pictures.length, soundCount: frames.length })
    for (const { timeUs, isKey, data } of pictures) {
      film.sizes.push(data.length)
      film.timesUs.push(timeUs)
      film.keys.push(isKey)
      bytes += data.length
    }
    for (const { data, samples } of frames) {
      sound?.sizes.push(data.length)
      sound?.samples.push(samples)
      bytes += data.length
    }
  }
  return film.sizes.length === 0 || bytes > MOST_BYTES ? undefined : film
}

async function* bytesOf(input: Input, film: Film, reel: Reel, isOver: () => boolean): AsyncGenerator<Uint8Array> {
  try {
    const avi = aviFile(film)
    yield avi.head
    let number = 0
    for await (const { pictures, frames } of reel.parts()) {
      if (isOver()) return
      const piece: FilmPiece = {
        pictures: joined(pictures.map(({ data }) => data)),
        frames: frames.map(({ data }) => new Uint8Array(data)),
      }
      yield avi.pieceOf(piece, number)
      number += 1
    }
    yield avi.foot
  } finally {
    input.dispose()
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
