import { DOWNLOAD_PIECE_BYTES } from '#contract/archives.ts'
import { browserDownloadFaults } from '#contract/core-api.ts'
import { codeOf } from '#contract/errors.ts'
import { SpeedMeter } from '#shared/net/speed-meter.ts'
import type { BrowserDownloadRecord } from '../store/browser-download.ts'
import type { DownloadLink } from './download-links.ts'
import { isWanted, type DownloadRecords } from './download-records.ts'
import { asBegun, asNothing, endOfPiece, goodBytes, isOfAnother, isWhole, percentOf, withPiece } from './download-progress.ts'
import { fetchPieces, type FetchEnd } from './fetch-pieces.ts'
import type { PieceFiles } from './piece-files.ts'
import { pieceSha256 } from './piece-sha256.ts'
import type { Kept, Piece, PieceKeeper } from './pieces-under-way.ts'
import type { Ports } from './ports.ts'

/** Links in a row that brought nothing of use, after which a task has failed. */
const MOST_VAIN_LINKS = 5
/** More pieces than this that came wrong, and no more is fetched before they are right. */
const MOST_MISSING = 3

/** What comes of a link: all is done or no more is wanted, another link may bring more, or the task has failed. */
export type TransferEnd = { kind: 'over' } | { kind: 'again' } | { kind: 'failed'; code: number }
const over: TransferEnd = { kind: 'over' }

/** A piece that was compared and written. `noRoom`: the disk did not take it; `wrong`: it is not what the service has, and was not written. */
type PreparedPiece = Pick<Piece, 'number' | 'isWhole'> & { sizeBytes: number; state: 'kept' | 'noRoom' | 'wrong' }

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
    this.#ports.downloadFiles.lending?.want()
    const url = new URL(link.url, this.#ports.origin).href
    const wanted = await this.#wanted(begun)
    // Of a piece that was missing the beginning alone is nothing.
    const isMissing = wanted.piece < begun.pieces
    const keeper: PieceKeeper<PreparedPiece> = {
      prepare: (piece, giveBack) => this.#prepare(taskId, piece, { giveBack, isMissing, sha256: link.pieceSha256s?.[piece.number] }),
      commit: (pieces) => this.#commit(taskId, pieces),
    }
    const end = await fetchPieces(this.#ports, { url, sizeBytes, pieceBytes: DOWNLOAD_PIECE_BYTES, ...wanted, signal, keeper })
    // It was taken out of the list while some of it was still being written.
    if (end === 'stopped' && !(await this.#records.isThere(taskId))) await this.#files.remove(taskId)
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

  async #prepare(
    taskId: string,
    { number, bytes, isWhole }: Piece,
    { isMissing, sha256, giveBack }: { isMissing: boolean; sha256: string | undefined; giveBack: (memory: ArrayBuffer) => void },
  ): Promise<PreparedPiece> {
    const { byteLength: sizeBytes } = bytes
    const isRight = !isWhole || sha256 === undefined || (await pieceSha256(bytes)) === sha256
    const isWanted = isRight && (isWhole || !isMissing)
    const { state, memory } = isWanted ? await this.#files.write(taskId, number, bytes) : { state: 'kept' as const, memory: bytes.buffer }
    giveBack(memory)
    return { number, isWhole, sizeBytes, state: isRight ? state : 'wrong' }
  }

  async #commit(taskId: string, pieces: readonly PreparedPiece[]): Promise<Kept> {
    const refused = pieces.findIndex(({ state }) => state === 'noRoom')
    const written = pieces.slice(0, refused < 0 ? undefined : refused)
    const changed = await this.#records.change(taskId, (before) => {
      const now = written.reduce(withPrepared, before)
      const speedKbps = this.#measure(taskId, now.receivedBytes - before.receivedBytes)
      // What is paused has no speed (rule 4.5).
      return { ...now, task: { ...now.task, progressPercent: percentOf(now), speedKbps: now.task.status === 'continue' ? speedKbps : 0 } }
    })
    if (changed === undefined || !isWanted(changed.task.status)) return 'unwanted'
    if (refused >= 0) {
      await this.#records.become(taskId, 'startFailed', { errorCode: browserDownloadFaults.noRoom })
      return 'unwanted'
    }
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

/** A download for which a piece has come: all of it, or its beginning. */
function withPrepared(record: BrowserDownloadRecord, { number, isWhole, sizeBytes, state }: PreparedPiece): BrowserDownloadRecord {
  if (isWhole) return withPiece(record, number, { isRight: state === 'kept' })
  // Of one that was missing it is nothing.
  return number < record.pieces ? record : { ...record, receivedBytes: number * DOWNLOAD_PIECE_BYTES + sizeBytes }
}

function codeOfEnd(end: FetchEnd): number {
  // All has come, and some of it was wrong.
  if (end === 'wrong' || end === 'whole') return browserDownloadFaults.damaged
  return codeOf(end === 'refused' ? 'forbidden' : 'network-failure')
}
