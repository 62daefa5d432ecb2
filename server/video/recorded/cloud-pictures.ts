import { CustomSource } from 'mediabunny'
import { mediaCodecs, videoCodecOf, type MediaUnit } from '#contract/media.ts'
import { openMp4, type Mp4Film } from '#shared/media/mp4-film.ts'
import type { Context } from '../../context.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { storedRecordings } from './cloud-recordings.ts'
import type { CameraRef } from './recorded-question.ts'

/** Of a file in memory at a time. */
const CACHE_BYTES = 4 * 1024 * 1024

interface Asked extends CameraRef {
  startMs: number
  endMs: number
  pictures?: 'all' | 'key' | undefined
}

/** A picture of a recording, and what it is a picture of. `format` is the same object as long as one file goes on. */
export interface RecordedPicture {
  format: Mp4Film['format']
  unit: MediaUnit
}

/** Whether pictures of these formats may stand in one file, or go to one decoder. */
export function areAlike(one: RecordedPicture['format'], other: RecordedPicture['format']): boolean {
  return one === other || (one.codec === other.codec && one.width === other.width && one.height === other.height)
}

/**
 * What the cloud has of a camera in this time, from the key frame before it on: the pictures of at most so many files, one after the other,
 * none of them twice, until they become pictures of another kind: then it answers where those begin, epoch ms. Their times are those of the
 * files, up to one picture early.
 */
export async function* cloudPictures(
  { db, objects }: Pick<Context, 'db' | 'objects'>,
  asked: Asked,
  mostFiles: number,
): AsyncGenerator<RecordedPicture, number | undefined> {
  const files = await storedRecordings(db, asked, { fromMs: asked.startMs, toMs: asked.endMs }, mostFiles)
  const sent = { lastMs: Number.NEGATIVE_INFINITY, count: 0 }
  let first: Mp4Film['format'] | undefined
  for (const [index, { object_key: key, start_at_ms: startsAtMs }] of files.entries()) {
    const film = await openObject(objects, key)
    if (film === undefined) continue
    if (first !== undefined && !areAlike(first, film.format)) return Math.floor(Math.max(startsAtMs, sent.lastMs))
    if (first === undefined && (await isOver(objects, film, files[index + 1], asked.startMs))) continue
    first = film.format
    for await (const unit of picturesOf(film, { ...asked, startsAtMs }, sent)) yield { format: film.format, unit }
  }
  return undefined
}

type File = Awaited<ReturnType<typeof storedRecordings>>[number]

/** Whether the next file has begun with pictures of another kind: files of two triggers overlap. */
async function isOver(objects: ObjectStore, { format }: Mp4Film, next: File | undefined, atMs: number): Promise<boolean> {
  const film = next !== undefined && next.start_at_ms <= atMs ? await openObject(objects, next.object_key) : undefined
  return film !== undefined && !areAlike(format, film.format)
}

/** `sent.lastMs`: files of one time, as after two triggers at once, show nothing twice. */
async function* picturesOf(
  film: Mp4Film,
  { startMs, endMs, startsAtMs, pictures }: Asked & { startsAtMs: number },
  sent: { lastMs: number; count: number },
): AsyncGenerator<MediaUnit> {
  const codec = mediaCodecs[videoCodecOf(film.format.codec)]
  for await (const { isKey, atS, data } of film.pictures(Math.max(0, (startMs - startsAtMs) / 1000), pictures === 'key')) {
    const ptsUs = startsAtMs * 1000 + Math.round(atS * 1e6)
    const captureMs = ptsUs / 1000
    if (captureMs >= endMs) return
    if (captureMs <= sent.lastMs) continue
    sent.lastMs = captureMs
    sent.count += 1
    const isPreroll = captureMs < startMs || atS < 0
    yield { kind: 'video', channel: 0, isKey, isPreroll, codec, ptsUs, captureMs, sequence: sent.count, data }
  }
}

/** Undefined when the object is gone, or no film. */
async function openObject(objects: ObjectStore, key: string | null): Promise<Mp4Film | undefined> {
  const size = key === null ? undefined : await objects.sizeOf(key)
  if (key === null || size === undefined) return undefined
  const read = async (start: number, end: number): Promise<Uint8Array> =>
    Buffer.concat(await objects.read(key, { first: start, last: end - 1 }).toArray())
  const getSize = () => size
  // What it reads ahead in vain it reads once more when it is wanted, and fails then.
  const handleUnhandledError = () => {}
  return openMp4(new CustomSource({ getSize, read, handleUnhandledError, maxCacheSize: CACHE_BYTES, prefetchProfile: 'network' }))
}
