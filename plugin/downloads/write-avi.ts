import { open, type FileHandle } from 'node:fs/promises'
import { EncodedPacketSink, FilePathSource, Input, type InputVideoTrack, MP4 } from 'mediabunny'
import { aviFile } from '#shared/avi/avi-file.ts'
import type { Film } from '#shared/avi/film.ts'
import { parametersOf, withLengths } from '#shared/media/annex-b.ts'

/** What all readers of the first AVI take. */
const MOST_BYTES = 2_000_000_000
/** Pictures that go through the memory at once. */
const PIECE_PICTURES = 100

/**
 * Writes the video of an MP4 file as AVI, picture by picture as it is. False when there is no video in it that AVI takes, more than 2 GB
 * of it, or when it is called off. Throws when a file cannot be read or written.
 */
export async function writeAvi(from: string, to: string, signal: AbortSignal): Promise<boolean> {
  using input = new Input({ source: new FilePathSource(from), formats: [MP4] })
  const track = await input.getPrimaryVideoTrack().catch(() => null)
  const pictures = track && (await Pictures.of(track))
  if (!pictures) return false
  const film = await filmOf(pictures, signal)
  if (film === undefined) return false
  const file = await open(to, 'w')
  try {
    return await write(file, film, pictures, signal)
  } finally {
    await file.close()
  }
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
async function filmOf(pictures: Pictures, signal: AbortSignal): Promise<Film | undefined> {
  const film: Film = { track: pictures.shape, pieces: [], sizes: [], timesUs: [], keys: [] }
  for await (const { timeUs, isKey, data } of pictures.all()) {
    if (signal.aborted) return undefined
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

async function write(file: FileHandle, film: Film, pictures: Pictures, signal: AbortSignal): Promise<boolean> {
  const avi = aviFile(film)
  await file.writeFile(avi.head)
  let waiting: Uint8Array[] = []
  let number = 0
  for await (const { data } of pictures.all()) {
    if (signal.aborted) return false
    waiting.push(data)
    if (waiting.length < (film.pieces[number]?.count ?? 0)) continue
    await file.writeFile(avi.pieceOf({ pictures: new Uint8Array(Buffer.concat(waiting)), frames: [] }, number))
    waiting = []
    number += 1
  }
  await file.writeFile(avi.foot)
  return true
}
