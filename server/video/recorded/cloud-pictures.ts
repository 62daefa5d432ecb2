import { CustomSource } from 'mediabunny'
import { mediaCodecs, videoCodecOf, type MediaUnit } from '#contract/media.ts'
import { byTime } from '#shared/media/by-time.ts'
import { openMp4, type Mp4Film } from '#shared/media/mp4-film.ts'
import type { Context } from '../../context.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { isSameSound } from '../archive/file-sound.ts'
import { storedRecordings } from './cloud-recordings.ts'
import type { CameraRef } from './recorded-question.ts'

/** Of a file in memory at a time. */
const CACHE_BYTES = 4 * 1024 * 1024

interface Asked extends CameraRef {
  startMs: number
  endMs: number
  pictures?: 'all' | 'key' | undefined
  sound?: boolean | undefined
}

/** A picture of a recording, or a frame of its sound, and what it is of. `format` is the same object as long as one file goes on. */
export interface RecordedUnit {
  format: Mp4Film['format']
  unit: MediaUnit
}

type Format = RecordedUnit['format']

/** Whether what is of this format may go on in the place of the other: in one file, or to one decoder. */
export function goesOn(before: Format, now: Format): boolean {
  if (before === now) return true
  const areAlike = before.codec === now.codec && before.width === now.width && before.height === now.height
  return areAlike && isSameSound(before.sound, now.sound)
}

/**
 * What the cloud has of a camera in this time, from the key frame before it on: the pictures of at most so many files and their sound, one after
 * the other, none of them twice, until they become of another kind: then it answers where those begin, epoch ms. Their times are those of the
 * files, up to one picture early.
 */
export async function* cloudPictures(
  { db, objects }: Pick<Context, 'db' | 'objects'>,
  asked: Asked,
  mostFiles: number,
): AsyncGenerator<RecordedUnit, number | undefined> {
  const files = await storedRecordings(db, asked, { fromMs: asked.startMs, toMs: asked.endMs }, mostFiles)
  const sent = { lastMs: Number.NEGATIVE_INFINITY, count: 0, heardMs: Number.NEGATIVE_INFINITY, heardCount: 0 }
  let first: Mp4Film['format'] | undefined
  for (const [index, { object_key: key, start_at_ms: startsAtMs }] of files.entries()) {
    const film = await openObject(objects, key)
    if (film === undefined) continue
    if (first !== undefined && !goesOn(first, film.format)) return Math.floor(Math.max(startsAtMs, sent.lastMs))
    if (first === undefined && (await isOver(objects, film, files[index + 1], asked.startMs))) continue
    first ??= film.format
    const place = { ...asked, startsAtMs }
    for await (const unit of byTime(picturesOf(film, place, sent), soundOf(film, place, sent))) yield { format: film.format, unit }
  }
  return undefined
}

type File = Awaited<ReturnType<typeof storedRecordings>>[number]

/** Whether the next file has begun with pictures or sound of another kind: files of two triggers overlap. */
async function isOver(objects: ObjectStore, { format }: Mp4Film, next: File | undefined, atMs: number): Promise<boolean> {
  const film = next !== undefined && next.start_at_ms <= atMs ? await openObject(objects, next.object_key) : undefined
  return film !== undefined && !goesOn(format, film.format)
}

/** Who looks through it by key frames alone hears nothing. */
async function* soundOf(
  film: Mp4Film,
  { startMs, endMs, startsAtMs, pictures, sound: isWanted = true }: Asked & { startsAtMs: number },
  sent: { heardMs: number; heardCount: number },
): AsyncGenerator<MediaUnit> {
  const { sound } = film.format
  if (sound === undefined || !isWanted || pictures === 'key') return
  const same = { kind: 'sound', channel: 0, isKey: false, isPreroll: false, codec: mediaCodecs[sound.codec] } as const
  for await (const { atS, data } of film.sound(Math.max(0, (startMs - startsAtMs) / 1000))) {
    const ptsUs = startsAtMs * 1000 + Math.round(atS * 1e6)
    const captureMs = ptsUs / 1000
    if (captureMs >= endMs) return
    if (captureMs < startMs || captureMs <= sent.heardMs) continue
    sent.heardMs = captureMs
    sent.heardCount += 1
    yield { ...same, ptsUs, captureMs, sequence: sent.heardCount, data }
  }
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
