import { archivesDownloadTokenGet } from '#contract/calls/archive/archives-download-token-get.ts'
import { recordedPartGet } from '#contract/calls/archive/recorded-part-get.ts'
import { cloudStorageDownloadTokenGet } from '#contract/calls/cloud-storage/cloud-storage-download-token-get.ts'
import type { CallResult, DownloadSource } from '#contract/core-api.ts'
import { codeOf } from '#contract/errors.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import type { Calls } from './calls.ts'
import type { ServiceTime } from './service-time.ts'
import { failure } from './transport.ts'

/** A link of the service to a file (path and query), for one transfer that begins in time. */
export interface DownloadLink {
  kind: 'link'
  url: string
  goodForMs: number
  sizeBytes: number
  /** Of all of it, in hexadecimal digits; of a part of a recording. */
  sha256?: string
  /** Of each piece of `DOWNLOAD_PIECE_BYTES`; recordings of the cloud have none. */
  pieceSha256s?: string[]
  /** What the file is, when it is not MP4. */
  format?: 'avi' | 'mp4'
  /** Of a part of a recording that ends early (epoch ms): which part goes on from there. */
  rest?: { partId: string; fromMs: number }
}

/** What there is to fetch: a link, or a file that the service still makes. */
export type ToFetch = DownloadLink | { kind: 'being-made'; progressPercent: number }

type Source = Omit<DownloadSource, 'title'>

/** Links to what is downloaded, which only the session can have. */
export class DownloadLinks {
  readonly #calls: Pick<Calls, 'send'>
  readonly #time: Pick<ServiceTime, 'nowMs'>

  constructor(calls: Pick<Calls, 'send'>, time: Pick<ServiceTime, 'nowMs'>) {
    this.#calls = calls
    this.#time = time
  }

  /** Fails as the calls of the service do, and for a part that could not be made with the reason of that. */
  async of(source: Source): Promise<CallResult<ToFetch>> {
    if (source.type === 'cloudArchive') return this.#ofArchive(source)
    return source.type === 'cloud' ? this.#ofRecording(source) : this.#ofPart(source)
  }

  async #ofArchive({ taskId, sn, chlIndex }: Source): Promise<CallResult<ToFetch>> {
    const question = { taskID: taskId, sn, chlIndex, resourceType: 'cloudArchive', cloudArchiveType: 'video' }
    const answer = await this.#calls.send(archivesDownloadTokenGet, question)
    if (!answer.ok) return answer
    const { url, sizeBytes, pieceSha256s, expiresAtMs } = answer.data
    return { ok: true, data: { kind: 'link', url, sizeBytes, pieceSha256s, goodForMs: this.#leftMs(expiresAtMs) } }
  }

  async #ofRecording({ taskId, sn, chlIndex, startTime, endTime }: Source): Promise<CallResult<ToFetch>> {
    const place = { storageType: 'object', bucketName: 'recordings', storageUrl: '/objects', resourceType: 'cloud' }
    const answer = await this.#calls.send(cloudStorageDownloadTokenGet, { ...place, sn, chlIndex, startMs: startTime, endMs: endTime })
    if (!answer.ok) return answer
    const found = answer.data.recordings.find(({ indexFileName }) => indexFileName === taskId)
    if (found === undefined) return failure(codeOf('channel-missing'), 'the recording is not there any more')
    const goodForMs = answer.data.storage.storageToken.durationSeconds * 1_000
    return { ok: true, data: { kind: 'link', url: found.url, sizeBytes: found.sizeBytes, goodForMs } }
  }

  async #ofPart({ taskId }: Source): Promise<CallResult<ToFetch>> {
    const answer = await this.#calls.send(recordedPartGet, { partId: taskId })
    if (!answer.ok) return answer
    const { status, progress, failCode, file, format, endMs, restId } = answer.data
    if (status === archiveStatuses.fail) return failure(failCode ?? codeOf('recording-not-delivered'), 'the part could not be made')
    if (file === null) return { ok: true, data: { kind: 'being-made', progressPercent: progress } }
    const { url, sizeBytes, sha256, pieceSha256s, urlUntilMs } = file
    const goodForMs = this.#leftMs(urlUntilMs)
    const rest = restId === null ? {} : { rest: { partId: restId, fromMs: endMs } }
    return { ok: true, data: { kind: 'link', url, sizeBytes, sha256, pieceSha256s, format, goodForMs, ...rest } }
  }

  #leftMs(untilMs: number): number {
    return Math.max(0, Math.floor(untilMs - this.#time.nowMs()))
  }
}
