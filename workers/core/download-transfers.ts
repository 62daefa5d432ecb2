import { DOWNLOAD_PIECE_BYTES } from '#contract/archives.ts'
import { browserDownloadFaults } from '#contract/core-api.ts'
import { codeOf } from '#contract/errors.ts'
import { SpeedMeter } from '#shared/net/speed-meter.ts'
import { hexOf } from '../store/hex.ts'
import type { BrowserDownloadRecord } from '../store/browser-download.ts'
import type { DownloadLink } from './download-links.ts'
import { isWanted, type DownloadRecords } from './download-records.ts'
import {
  asBegun,
  asNothing,
  beginningBytes,
  endOfPiece,
  goodBytes,
  isOfAnother,
  isWhole,
  percentOf,
  withPiece,
} from './download-progress.ts'
import { fetchPieces, type FetchEnd } from './fetch-pieces.ts'
import type { PieceFiles } from './piece-files.ts'
import type { Kept, Piece } from './pieces-under-way.ts'
import type { Ports } from './ports.ts'

/** Links in a row that brought nothing of use, after which a task has failed. */
const MOST_VAIN_LINKS = 5
/** More pieces than this that came wrong, and no more is fetched before they are right. */
const MOST_MISSING = 3

/** What comes of a link: all is done or no more is wanted, another link may bring more, or the task has failed. */
export type TransferEnd = { kind: 'over' } | { kind: 'again' } | { kind: 'failed'; code: number }
const over: TransferEnd = { kind: 'over' }

interface Parts {
  records: DownloadRecords
  files: PieceFiles
}

/** Brings a file from the service onto the disk, piece by piece: each is compared with what the service has when it comes, and sealed. */
export class DownloadTransfers {
  readonly #ports: Ports
  readonly #records: DownloadRecords
  readonly #files: PieceFiles
  readonly #meters = new Map<string, SpeedMeter>()
  readonly #vain = new Map<string, number>()

  constructor(ports: Ports, { records, files }: Parts) {
    this.#ports = ports
    this.#records = records
    this.#files = files
  }

  /** Undefined while nothing comes. */
  speedKbps(taskId: string): number | undefined {
    return this.#meters.get(taskId)?.kbps(this.#ports.clock.steadyMs())
  }

  forgetSpeed(taskId: string): void {
    this.#meters.delete(taskId)
  }

  /** The person tries anew. */
  forgetFaults(taskId: string): void {
    this.#vain.delete(taskId)
  }

  /** Goes on where the task is, by one link. */
  async fetch(before: BrowserDownloadRecord, link: DownloadLink, signal: AbortSignal): Promise<TransferEnd> {
    const { taskId } = before.task
    if (isOfAnother(before, link)) await this.#startAnew(taskId)
    const begun = await this.#records.change(taskId, (record) => asBegun(record, link))
    if (begun === undefined) return over
    const { sizeBytes } = link
    const url = new URL(link.url, this.#ports.origin).href
    const wanted = await this.#wanted(begun)
    const keep = (piece: Piece) => this.#begin(taskId, piece, link)
    const end = await fetchPieces(this.#ports, { url, sizeBytes, pieceBytes: DOWNLOAD_PIECE_BYTES, ...wanted, signal, keep })
    return this.#endOf(begun, end)
  }

  /**
   * These pieces of a finished download are not there any more as they were: it counts as one that failed, and fetches them when it is started
   * again. No step of its states: it is found out that the last one was none.
   */
  async lose(taskId: string, missing: number[]): Promise<void> {
    await this.#records.change(taskId, (record) => {
      const left = record.pieceBytes === undefined ? asNothing(record) : { ...record, missing }
      const progressPercent = percentOf(left)
      return { ...left, task: { ...left.task, progressPercent, status: 'startFailed', errorCode: browserDownloadFaults.damaged } }
    })
  }

  async #endOf(begun: BrowserDownloadRecord, end: FetchEnd): Promise<TransferEnd> {
    const { taskId } = begun.task
    if (end === 'stopped') return over
    const record = await this.#records.of(taskId)
    if (record === undefined) return over
    if (end === 'whole' && isWhole(record)) {
      await this.#records.become(taskId, 'finish', { progressPercent: 100 })
      return over
    }
    if (end === 'another') await this.#startAnew(taskId)
    const vain = goodBytes(record) > goodBytes(begun) ? 0 : (this.#vain.get(taskId) ?? 0) + 1
    this.#vain.set(taskId, vain)
    return vain < MOST_VAIN_LINKS ? { kind: 'again' } : { kind: 'failed', code: codeOfEnd(end) }
  }

  /** What is to be fetched next: a piece that is missing, else the rest. */
  async #wanted(record: BrowserDownloadRecord): Promise<{ piece: number; beginning: Uint8Array; untilByte: number }> {
    const [missing] = record.missing ?? []
    if (missing === undefined) return { piece: record.pieces, beginning: await this.#beginningOf(record), untilByte: record.task.sizeBytes }
    return { piece: missing, beginning: new Uint8Array(), untilByte: endOfPiece(missing, record.task.sizeBytes) }
  }

  /** What is there of the piece that comes next. */
  async #beginningOf(record: BrowserDownloadRecord): Promise<Uint8Array> {
    const { pieces, receivedBytes, task } = record
    const atByte = pieces * DOWNLOAD_PIECE_BYTES
    if (receivedBytes <= atByte) return new Uint8Array()
    const there = await this.#files.read(record, pieces)
    // One that is whole was not compared any more.
    const isBeginning = there !== undefined && atByte + there.byteLength < endOfPiece(pieces, task.sizeBytes)
    return isBeginning ? there : new Uint8Array()
  }

  async #begin(taskId: string, piece: Piece, { pieceSha256s }: DownloadLink): Promise<() => Promise<Kept>> {
    const { number, bytes, isWhole } = piece
    const [sealed, digest] = await Promise.all([
      this.#files.seal(taskId, number, bytes),
      isWhole && pieceSha256s !== undefined ? crypto.subtle.digest('SHA-256', bytes) : undefined,
    ])
    const isRight = digest === undefined || hexOf(digest) === pieceSha256s?.[number]
    return () => (isRight ? this.#write(taskId, piece, sealed) : this.#refuse(taskId, number))
  }

  async #write(taskId: string, { number, bytes, isWhole }: Piece, sealed: readonly Uint8Array<ArrayBuffer>[]): Promise<Kept> {
    const before = await this.#records.of(taskId)
    if (before === undefined || !isWanted(before.task.status)) return 'unwanted'
    // Of a piece that was missing the beginning alone is nothing.
    if (!isWhole && number < before.pieces) return 'kept'
    if ((await this.#files.write(taskId, number, sealed)) === 'noRoom') {
      await this.#records.become(taskId, 'startFailed', { errorCode: browserDownloadFaults.noRoom })
      return 'unwanted'
    }
    const speedKbps = this.#measure(taskId, bytes.byteLength - beginningBytes(before, number))
    const changed = await this.#records.change(taskId, (record) => {
      const now = isWhole
        ? withPiece(record, number, { isRight: true })
        : { ...record, receivedBytes: number * DOWNLOAD_PIECE_BYTES + bytes.byteLength }
      const progressPercent = percentOf(now)
      // What is paused has no speed (rule 4.5).
      return { ...now, task: { ...now.task, progressPercent, speedKbps: now.task.status === 'continue' ? speedKbps : 0 } }
    })
    return changed !== undefined && isWanted(changed.task.status) ? 'kept' : 'unwanted'
  }

  /** A piece is not what the service has: it is missing, and what comes behind it is good all the same. */
  async #refuse(taskId: string, number: number): Promise<Kept> {
    const changed = await this.#records.change(taskId, (record) => withPiece(record, number, { isRight: false }))
    if (changed === undefined || !isWanted(changed.task.status)) return 'unwanted'
    return (changed.missing?.length ?? 0) > MOST_MISSING ? 'wrong' : 'kept'
  }

  #measure(taskId: string, bytes: number): number {
    const nowMs = this.#ports.clock.steadyMs()
    const meter = this.#meters.get(taskId) ?? new SpeedMeter()
    this.#meters.set(taskId, meter)
    meter.add(Math.max(0, bytes), nowMs)
    return meter.kbps(nowMs)
  }

  async #startAnew(taskId: string): Promise<void> {
    await this.#files.remove(taskId)
    await this.#records.change(taskId, asNothing)
  }
}

function codeOfEnd(end: FetchEnd): number {
  // All has come, and some of it was wrong.
  if (end === 'wrong' || end === 'whole') return browserDownloadFaults.damaged
  return codeOf(end === 'refused' ? 'forbidden' : 'network-failure')
}
