import { setTimeout as pause } from 'node:timers/promises'
import { BufferSource } from 'mediabunny'
import { mediaCodecs, videoCodecOf } from '#contract/media.ts'
import type { cloudPlayback } from '#contract/plugin/commands/cloud-playback.ts'
import type { RequestOf } from '#contract/plugin/define-command.ts'
import { byTime } from '#shared/media/by-time.ts'
import { openMp4, type Mp4Film } from '#shared/media/mp4-film.ts'
import { linkWithin } from '../link-within.ts'
import { type CloudFile, RecordedFault, type RecordedPart, type RecordedSource } from './recorded-source.ts'

/** Of one file: more than an hour of a large stream, and how long it may take, however little comes at a time. */
const FILE_BOUNDS = { mostBytes: 1024 * 1024 * 1024, withinMs: 120_000 }
/** A link that the service takes no more is replaced within this time, or not at all. */
const RENEWED_WITHIN_MS = 10_000
const HTTP_UNAUTHORIZED = [401, 403, 410]

/** The files of the items of a command. Throws `PluginFault` 403 for a link to another service. */
export function cloudFiles(origin: string, items: RequestOf<typeof cloudPlayback>['items']): CloudFile[] {
  return items.map((item) => ({
    name: item.indexFileName,
    url: linkWithin(origin, item.url),
    startMs: item.startTime,
    endMs: item.endTime,
  }))
}

/** What the cloud storage has of a camera: MP4 files, one after the other. */
export class CloudRecording implements RecordedSource {
  readonly #files: readonly CloudFile[]
  readonly #endMs: number
  readonly #bounds: typeof FILE_BOUNDS
  readonly #urls = new Map<string, string>()
  #renewed = Promise.withResolvers<void>()
  /** The file that was read last: links may be good for one transfer, and the window may begin anew. */
  #last: { name: string; bytes: Promise<ArrayBuffer> } | undefined

  constructor(files: readonly CloudFile[], endMs: number, bounds = FILE_BOUNDS) {
    this.#bounds = bounds
    this.#files = files.toSorted((one, other) => one.startMs - other.startMs)
    this.#endMs = endMs
    this.renew(files)
  }

  /** Takes new links of files that it plays. */
  renew(files: readonly CloudFile[]): void {
    for (const { name, url } of files) this.#urls.set(name, url)
    this.#renewed.resolve()
    this.#renewed = Promise.withResolvers()
  }

  async *read(fromMs: number, signal: AbortSignal): AsyncGenerator<RecordedPart> {
    const last = { video: Number.NEGATIVE_INFINITY, sound: Number.NEGATIVE_INFINITY }
    for (const file of this.#files) {
      if (file.endMs <= fromMs || file.startMs >= this.#endMs) continue
      for await (const part of readFile(await this.#fetch(file.name), file, fromMs)) {
        if (part.kind === 'unit') {
          const { captureMs, kind } = part.unit
          if (captureMs >= this.#endMs) break
          // Files of the same time, as after two triggers at once: what was shown is not shown again.
          if (captureMs <= last[kind]) continue
          last[kind] = captureMs
        }
        signal.throwIfAborted()
        yield part
      }
    }
  }

  #fetch(name: string): Promise<ArrayBuffer> {
    if (this.#last?.name === name) return this.#last.bytes
    const bytes = this.#load(name)
    this.#last = { name, bytes }
    bytes.catch(() => {
      if (this.#last?.bytes === bytes) this.#last = undefined
    })
    return bytes
  }

  async #load(name: string): Promise<ArrayBuffer> {
    const url = this.#urls.get(name) ?? ''
    try {
      return await fetchFile(url, this.#bounds)
    } catch (fault) {
      if (!(fault instanceof RecordedFault) || fault.fault !== 'no-permission') throw fault
      // The link has run out: whoever gave it gives another one.
      if (this.#urls.get(name) === url) await Promise.race([this.#renewed.promise, pause(RENEWED_WITHIN_MS, undefined, { ref: false })])
      return fetchFile(this.#urls.get(name) ?? url, this.#bounds)
    }
  }
}

async function fetchFile(url: string, { mostBytes, withinMs }: typeof FILE_BOUNDS): Promise<ArrayBuffer> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(withinMs) }).catch(() => undefined)
  if (answer === undefined) throw new RecordedFault('lost')
  if (HTTP_UNAUTHORIZED.includes(answer.status)) throw new RecordedFault('no-permission')
  if (!answer.ok) throw new RecordedFault('not-found')
  if (Number(answer.headers.get('content-length') ?? 0) > mostBytes) {
    await answer.body?.cancel()
    throw new RecordedFault('refused')
  }
  return readUpTo(answer.body ?? [], mostBytes)
}

/** What a service says of the length of an answer need not be so. */
async function readUpTo(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, most: number): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      bytes += part.byteLength
      if (bytes > most) throw new RecordedFault('refused')
      parts.push(new Uint8Array(part))
    }
  } catch (fault) {
    throw fault instanceof RecordedFault ? fault : new RecordedFault('lost')
  }
  return new Blob(parts).arrayBuffer()
}

/** The pictures and the sound of a file from the key frame before `fromMs` on. What is before it, or before the file's time zero, is pre-roll. */
async function* readFile(bytes: ArrayBuffer, { startMs }: CloudFile, fromMs: number): AsyncGenerator<RecordedPart> {
  const film = await openMp4(new BufferSource(bytes))
  if (film === undefined) throw new RecordedFault('failed')
  yield { kind: 'format', format: film.format }
  const fromS = Math.max(0, (fromMs - startMs) / 1000)
  for await (const unit of byTime(picturesOf(film, startMs, fromS), soundOf(film, startMs, fromS))) {
    const isEarly = unit.captureMs < fromMs
    if (unit.kind === 'video' || !isEarly) yield { kind: 'unit', unit: { ...unit, isPreroll: unit.isPreroll || isEarly } }
  }
}

type FileUnit = Extract<RecordedPart, { kind: 'unit' }>['unit']

async function* picturesOf(film: Mp4Film, startMs: number, fromS: number): AsyncGenerator<FileUnit> {
  const codec = mediaCodecs[videoCodecOf(film.format.codec)]
  for await (const { isKey, atS, data } of film.pictures(fromS))
    yield { kind: 'video', isKey, isPreroll: atS < 0, codec, data, ...timesOf(startMs, atS) }
}

async function* soundOf(film: Mp4Film, startMs: number, fromS: number): AsyncGenerator<FileUnit> {
  const { sound } = film.format
  if (sound === undefined) return
  const same = { kind: 'sound', isKey: false, isPreroll: false, codec: mediaCodecs[sound.codec] } as const
  for await (const { atS, data } of film.sound(fromS)) yield { ...same, data, ...timesOf(startMs, atS) }
}

function timesOf(startMs: number, atS: number): Pick<FileUnit, 'ptsUs' | 'captureMs'> {
  const captureMs = startMs + atS * 1000
  return { ptsUs: Math.round(captureMs * 1000), captureMs }
}
