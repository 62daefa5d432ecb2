import { BufferSource } from 'mediabunny'
import { mediaCodecs, videoCodecOf } from '#contract/media.ts'
import { openMp4 } from '#shared/media/mp4-film.ts'
import { RecordedFault, type RecordedPart, type RecordedSource } from './recorded-source.ts'

/** More than an hour of a large stream. */
const MOST_BYTES = 1024 * 1024 * 1024
const FETCH_WITHIN_MS = 120_000
const HTTP_UNAUTHORIZED = [401, 403, 410]

/** One file of a camera's cloud storage. Times in epoch ms. */
export interface CloudFile {
  /** The whole address, on the service. */
  url: string
  startMs: number
  endMs: number
}

/** What the cloud storage has of a camera: MP4 files, one after the other. */
export class CloudRecording implements RecordedSource {
  readonly #files: readonly CloudFile[]
  readonly #endMs: number
  /** The file that was read last: links may be good for one transfer, and the window may begin anew. */
  #last: { url: string; bytes: Promise<ArrayBuffer> } | undefined

  constructor(files: readonly CloudFile[], endMs: number) {
    this.#files = files.toSorted((one, other) => one.startMs - other.startMs)
    this.#endMs = endMs
  }

  async *read(fromMs: number, signal: AbortSignal): AsyncGenerator<RecordedPart> {
    let lastMs = Number.NEGATIVE_INFINITY
    for (const file of this.#files) {
      if (file.endMs <= fromMs || file.startMs >= this.#endMs) continue
      for await (const part of readFile(await this.#fetch(file.url), file, fromMs)) {
        if (part.kind === 'unit') {
          const { captureMs } = part.unit
          if (captureMs >= this.#endMs) return
          // Files of the same time, as after two triggers at once: what was shown is not shown again.
          if (captureMs <= lastMs) continue
          lastMs = captureMs
        }
        signal.throwIfAborted()
        yield part
      }
    }
  }

  #fetch(url: string): Promise<ArrayBuffer> {
    if (this.#last?.url !== url) this.#last = { url, bytes: fetchFile(url) }
    return this.#last.bytes
  }
}

async function fetchFile(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_WITHIN_MS) }).catch(() => undefined)
  if (answer === undefined) throw new RecordedFault('lost')
  if (HTTP_UNAUTHORIZED.includes(answer.status)) throw new RecordedFault('no-permission')
  if (!answer.ok) throw new RecordedFault('not-found')
  if (Number(answer.headers.get('content-length') ?? 0) > MOST_BYTES) throw new RecordedFault('refused')
  return answer.arrayBuffer()
}

/** The pictures of a file from the key frame before `fromMs` on. What is before it, or before the file's time zero, is pre-roll. */
async function* readFile(bytes: ArrayBuffer, { startMs }: CloudFile, fromMs: number): AsyncGenerator<RecordedPart> {
  const film = await openMp4(new BufferSource(bytes))
  if (film === undefined) throw new RecordedFault('failed')
  yield { kind: 'format', format: film.format }
  const codec = mediaCodecs[videoCodecOf(film.format.codec)]
  for await (const { isKey, atS, data } of film.pictures(Math.max(0, (fromMs - startMs) / 1000))) {
    const captureMs = startMs + atS * 1000
    const isPreroll = captureMs < fromMs || atS < 0
    yield { kind: 'unit', unit: { kind: 'video', isKey, isPreroll, codec, ptsUs: Math.round(captureMs * 1000), captureMs, data } }
  }
}
