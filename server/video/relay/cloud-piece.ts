import { CustomSource } from 'mediabunny'
import { mediaCodecs, videoCodecOf } from '#contract/media.ts'
import type { PastAsk } from '#contract/recorded-media.ts'
import { openMp4, type Mp4Film } from '#shared/media/mp4-film.ts'
import type { Context } from '../../context.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { storedRecordings } from '../recorded/cloud-recordings.ts'
import type { PastPiece } from './past-piece.ts'

/** More than there are in a minute, unless everything happens at once. */
const MOST_FILES = 60
/** Of a file in memory at a time. */
const CACHE_BYTES = 4 * 1024 * 1024

type Asked = Extract<PastAsk, { op: 'past' }> & { organizationId: string }

/**
 * Sends what the cloud has of a camera in this time: the pictures of its files, one after the other, each as fast as the viewer's line takes
 * them. Their times are those of the files, up to one picture early. Never rejects.
 */
export async function sendFromCloud({ db, objects, log }: Pick<Context, 'db' | 'objects' | 'log'>, asked: Asked, piece: PastPiece) {
  const { startMs, endMs } = asked
  try {
    const files = await storedRecordings(db, asked, { fromMs: startMs, toMs: endMs }, MOST_FILES)
    const sent = { kind: '', lastMs: Number.NEGATIVE_INFINITY, count: 0 }
    for (const { object_key: key, start_at_ms } of files) {
      const film = key === null ? undefined : await openObject(objects, key)
      if (film === undefined) continue
      const { codec, width, height } = film.format
      const kind = `${codec} ${width}x${height}`
      if (sent.kind === '') piece.opened(film.format)
      else if (sent.kind !== kind) break
      sent.kind = kind
      await sendFilm(film, { ...asked, startsAtMs: start_at_ms }, piece, sent)
      if (piece.isOver) return
    }
    if (sent.kind === '') piece.failed('no-recording')
    else piece.ended()
  } catch (fault) {
    log.error(fault, 'A recording of the cloud could not be sent')
    piece.failed('failed')
  }
}

/** `sent.lastMs`: files of one time, as after two triggers at once, show nothing twice. */
async function sendFilm(
  film: Mp4Film,
  { startMs, endMs, startsAtMs, pictures }: Asked & { startsAtMs: number },
  piece: PastPiece,
  sent: { lastMs: number; count: number },
): Promise<void> {
  const codec = mediaCodecs[videoCodecOf(film.format.codec)]
  for await (const { isKey, atS, data } of film.pictures(Math.max(0, (startMs - startsAtMs) / 1000), pictures === 'key')) {
    const ptsUs = startsAtMs * 1000 + Math.round(atS * 1e6)
    const captureMs = ptsUs / 1000
    if (captureMs >= endMs || piece.isOver) return
    if (captureMs <= sent.lastMs) continue
    sent.lastMs = captureMs
    sent.count += 1
    const isPreroll = captureMs < startMs || atS < 0
    await piece.send({ kind: 'video', channel: 0, isKey, isPreroll, codec, ptsUs, captureMs, sequence: sent.count, data })
  }
}

/** Undefined when the object is gone, or no film. */
async function openObject(objects: ObjectStore, key: string): Promise<Mp4Film | undefined> {
  const size = await objects.sizeOf(key)
  if (size === undefined) return undefined
  const read = async (start: number, end: number): Promise<Uint8Array> =>
    Buffer.concat(await objects.read(key, { first: start, last: end - 1 }).toArray())
  const getSize = () => size
  // What it reads ahead in vain it reads once more when it is wanted, and fails then.
  const handleUnhandledError = () => {}
  return openMp4(new CustomSource({ getSize, read, handleUnhandledError, maxCacheSize: CACHE_BYTES, prefetchProfile: 'network' }))
}
