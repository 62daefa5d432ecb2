import { EncodedPacketSink, Input, type InputVideoTrack, MP4, type Source } from 'mediabunny'
import { parametersOf, withLengths } from '../media/annex-b.ts'
import { aviFile } from './avi-file.ts'
import type { Film } from './film.ts'

/** What all readers of the first AVI take. */
const MOST_BYTES = 2_000_000_000
/** Pictures that go through the memory at once. */
const PIECE_PICTURES = 100

/**
 * The video of an MP4 file as AVI, picture by picture as it is: the bytes of the file, some pictures at a time, read from the source as they
 * are asked for. Undefined when there is no video in it that AVI takes, more than 2 GB of it, or when it is over meanwhile (`isOver`); over
 * later, the bytes end early. Throws when the source cannot be read.
 */
export async function aviOfMp4(source: Source, isOver: () => boolean): Promise<AsyncGenerator<Uint8Array> | undefined> {
  const input = new Input({ source, formats: [MP4] })
  const track = await input.getPrimaryVideoTrack().catch(() => null)
  const pictures = track && (await Pictures.of(track))
  const film = pictures ? await filmOf(pictures, isOver) : undefined
  if (!pictures || film === undefined) {
    input.dispose()
    return undefined
  }
  return bytesOf(input, film, pictures, isOver)
}

/** The pictures of a track as AVI has them: parameter sets, which MP4 keeps apart, in front of each key frame. */
class Pictures {
  readonly #sink: EncodedPacketSink
  readonly #parameters: ReturnType<typeof parametersOf>
  readonly shape: Film['track']

  private constructor(track: InputVideoTrack, parameters: ReturnType<typeof parametersOf>, shape: Film['track']) {
    this.#sink = new EncodedPacketSink(track)
    this.#parameters = parameters
    this.shape = shape
  }

  static async of(track: InputVideoTrack): Promise<Pictures | undefined> {
    const config = await track.getDecoderConfig()
    if (!config?.description || !/^(avc|hvc|hev)/.test(config.codec)) return undefined
    const { codec, codedWidth: width = 0, codedHeight: height = 0, description } = config
    const fps = Math.round((await track.computePacketStats(50)).averagePacketRate)
    return new Pictures(track, parametersOf(codec, new Uint8Array(description as ArrayBuffer)), { codec, width, height, fps })
  }

  async *all(): AsyncGenerator<{ timeUs: number; isKey: boolean; data: Uint8Array }> {
    for await (const { timestamp, type, data } of this.#sink.packets()) {
      const isKey = type === 'key'
      yield { timeUs: Math.round(timestamp * 1_000_000), isKey, data: withLengths(data, this.#parameters, isKey) }
    }
  }
}

/** AVI says first what comes: the pictures are gone through twice. */
async function filmOf(pictures: Pictures, isOver: () => boolean): Promise<Film | undefined> {
  const film: Film = { track: pictures.shape, pieces: [], sizes: [], timesUs: [], keys: [] }
  for await (const { timeUs, isKey, data } of pictures.all()) {
    if (isOver()) return undefined
    film.sizes.push(data.length)
    film.timesUs.push(timeUs)
    film.keys.push(isKey)
  }
  const [firstUs = 0] = film.timesUs
  film.timesUs = film.timesUs.map((timeUs) => timeUs - firstUs)
  for (let at = 0; at < film.sizes.length; at += PIECE_PICTURES) {
    film.pieces.push({ count: Math.min(PIECE_PICTURES, film.sizes.length - at), soundCount: 0 })
  }
  const bytes = film.sizes.reduce((sum, size) => sum + size, 0)
  return bytes === 0 || bytes > MOST_BYTES ? undefined : film
}

async function* bytesOf(input: Input, film: Film, pictures: Pictures, isOver: () => boolean): AsyncGenerator<Uint8Array> {
  try {
    const avi = aviFile(film)
    yield avi.head
    let waiting: Uint8Array[] = []
    let number = 0
    for await (const { data } of pictures.all()) {
      if (isOver()) return
      waiting.push(data)
      if (waiting.length < (film.pieces[number]?.count ?? 0)) continue
      yield avi.pieceOf({ pictures: joined(waiting), frames: [] }, number)
      waiting = []
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
