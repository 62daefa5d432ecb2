import { mediaFileKey, type KeepResult, type MediaFile, type MediaFileKind } from '#contract/media-file.ts'
import { limits } from '#contract/limits.ts'
import { recordedMs, type RecordPiece } from '#contract/record-piece.ts'
import type { KeptMediaFile } from '../store/media-file.ts'
import { InOrder } from './in-order.ts'
import type { Ports } from './ports.ts'

/** A picture larger than this is not one of ours: a camera of 12 megapixels makes one of 5 MB. */
const MOST_PICTURE_BYTES = 20_000_000
/** Longer than the way back is offered. */
const DELETED_KEPT_MS = 10_000

const most: Record<MediaFileKind, number> = { snap: limits.keptSnapshots, record: limits.keptRecordings }

function pieceKey(key: string, number: number): string {
  return `${key} ${number}`
}

interface Listener {
  userId(): string | undefined
  hasTab(tabId: string): boolean
  /** The list is another. */
  onChange(): void
}

/**
 * The last five snapshots and the last five recordings that the person took in this browser (rule 9.3). Sealed as all that is the
 * person's: with the session's key they are gone.
 */
export class MediaFiles {
  readonly #ports: Ports
  readonly #listener: Listener
  /** One change after the other, since each looks at what is there. */
  readonly #changes = new InOrder()

  constructor(ports: Ports, listener: Listener) {
    this.#ports = ports
    this.#listener = listener
  }

  /** The newest first. */
  async list(kind: MediaFileKind): Promise<MediaFile[]> {
    const files = (await this.#all(kind)).filter(({ deletedAtMs }) => deletedAtMs === undefined)
    return files.map(({ recordingTabId, ...file }) =>
      recordingTabId !== undefined && this.#listener.hasTab(recordingTabId) ? { ...file, recordingTabId } : file,
    )
  }

  put(kind: MediaFileKind, file: MediaFile): Promise<void> {
    return this.#change(async () => {
      if ((file.picture?.byteLength ?? 0) > MOST_PICTURE_BYTES) return
      await this.#write(kind, file)
      await this.#dropBeyondMost(kind)
    })
  }

  putPiece(key: string, number: number, piece: RecordPiece): Promise<KeepResult> {
    return this.#inOrder(async () => {
      const { recordFiles, recordPieces } = this.#ports.store
      const file = await recordFiles.get(key)
      if (file === undefined) return 'gone'
      const written = await recordPieces.write(pieceKey(key, number), piece, file.createTimeMs)
      const before = file.recorded ?? { bytes: 0, pieces: 0 }
      if (written !== 'kept' || number < before.pieces) return written
      const recorded = { durationMs: recordedMs(piece), bytes: before.bytes + piece.data.byteLength, pieces: number + 1 }
      await this.#write('record', { ...file, recorded })
      return written
    }, 'gone')
  }

  async piece(key: string, number: number): Promise<RecordPiece | undefined> {
    return this.#listener.userId() === undefined ? undefined : this.#ports.store.recordPieces.get(pieceKey(key, number))
  }

  endRecording(key: string, errorCode: number): Promise<void> {
    return this.#change(async () => {
      const file = await this.#ports.store.recordFiles.get(key)
      if (file === undefined) return
      const isEmpty = (file.recorded?.pieces ?? 0) === 0
      if (isEmpty) await this.#drop('record', file)
      else await this.#write('record', { ...file, errorCode, recordingTabId: undefined })
      await this.#dropBeyondMost('record')
    })
  }

  delete(kind: MediaFileKind, key: string): Promise<void> {
    return this.#change(async () => {
      const file = await this.#table(kind).get(key)
      if (file === undefined) return
      await this.#write(kind, { ...file, deletedAtMs: this.#ports.clock.nowMs() })
      this.#ports.clock.after(DELETED_KEPT_MS, () => void this.#change(() => this.#dropDeleted(kind)))
    })
  }

  restore(kind: MediaFileKind, key: string): Promise<void> {
    return this.#change(async () => {
      const file = await this.#table(kind).get(key)
      if (file !== undefined) await this.#write(kind, { ...file, deletedAtMs: undefined })
      await this.#dropBeyondMost(kind)
    })
  }

  #table(kind: MediaFileKind) {
    return kind === 'snap' ? this.#ports.store.snapFiles : this.#ports.store.recordFiles
  }

  /** The newest first, those that are about to go too. */
  async #all(kind: MediaFileKind): Promise<KeptMediaFile[]> {
    if (this.#listener.userId() === undefined) return []
    return (await this.#table(kind).list()).toSorted((one, other) => other.createTimeMs - one.createTimeMs)
  }

  #change(work: () => Promise<void>): Promise<void> {
    return this.#inOrder(async () => {
      await work()
      this.#listener.onChange()
    }, undefined)
  }

  /** `otherwise` is the answer when nobody is signed in. */
  #inOrder<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    return this.#changes.add(async () => (this.#listener.userId() === undefined ? otherwise : work()))
  }

  #write(kind: MediaFileKind, file: KeptMediaFile): Promise<void> {
    return this.#table(kind).put(mediaFileKey(file), file, file.createTimeMs)
  }

  async #dropDeleted(kind: MediaFileKind): Promise<void> {
    const nowMs = this.#ports.clock.nowMs()
    for (const file of await this.#all(kind))
      if (file.deletedAtMs !== undefined && nowMs - file.deletedAtMs >= DELETED_KEPT_MS) await this.#drop(kind, file)
  }

  /** The oldest go; a recording that is being made stays whatever its age. */
  async #dropBeyondMost(kind: MediaFileKind): Promise<void> {
    const there = await this.list(kind)
    const over = there.filter(({ recordingTabId }) => recordingTabId === undefined).toReversed()
    for (const file of over.slice(0, Math.max(0, there.length - most[kind]))) await this.#drop(kind, file)
  }

  async #drop(kind: MediaFileKind, file: MediaFile): Promise<void> {
    const key = mediaFileKey(file)
    await this.#table(kind).delete(key)
    // One more than the entry knows of: its last piece may have been written just before everything went down.
    if (kind === 'record')
      for (let number = 0; number <= (file.recorded?.pieces ?? 0); number += 1)
        await this.#ports.store.recordPieces.delete(pieceKey(key, number))
  }
}
