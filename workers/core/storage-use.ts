import { encode } from '@msgpack/msgpack'
import { storageKinds, type StorageKind, type StorageUse } from '#contract/core-api.ts'
import type { Outbox } from './outbox.ts'
import type { Ports } from './ports.ts'

type Kept = Exclude<StorageKind, 'unsent' | 'drafts'>

/**
 * What this machine keeps for the person who is signed in, by kind, and its clearing. Changes not sent and drafts may be there of others
 * too, who signed in here before: those are theirs, and neither counted nor cleared.
 */
export class StorageUses {
  readonly #ports: Ports
  readonly #outbox: Outbox
  readonly #userId: () => string | undefined

  constructor(ports: Ports, outbox: Outbox, userId: () => string | undefined) {
    this.#ports = ports
    this.#outbox = outbox
    this.#userId = userId
  }

  async list(): Promise<StorageUse[]> {
    if (this.#userId() === undefined) return []
    return Promise.all(storageKinds.map(async (kind) => ({ kind, ...(await this.#measure(kind)) })))
  }

  async clear(kind: StorageKind): Promise<void> {
    if (this.#userId() === undefined) return
    if (kind === 'unsent') for (const { id } of await this.#outbox.list()) await this.#outbox.discard(id)
    else if (kind === 'drafts') for (const { key } of await this.#drafts()) await this.#ports.store.drafts.delete(key)
    else for (const table of this.#tables(kind)) await table.clear()
    if (kind === 'recordings') await this.#ports.store.recordPieces.clear()
    if (kind === 'downloads') await this.#ports.downloadFiles.clear()
  }

  async #measure(kind: StorageKind): Promise<{ count: number; bytes: number }> {
    if (kind === 'unsent') return sizeOf(await this.#outbox.list())
    if (kind === 'drafts') return sizeOf(await this.#drafts())
    if (kind === 'recordings') return this.#measureRecordings()
    const files = kind === 'downloads' ? await this.#ports.store.browserDownloads.list() : []
    const parts = await Promise.all(this.#tables(kind).map((table) => table.measure()))
    return {
      count: sum(parts.map(({ count }) => count)),
      bytes: sum([...parts.map(({ bytes }) => bytes), ...files.map(({ receivedBytes }) => receivedBytes)]),
    }
  }

  /** What was recorded is too large to be read for that: its entries tell. */
  async #measureRecordings(): Promise<{ count: number; bytes: number }> {
    const { recordFiles } = this.#ports.store
    const { count, bytes } = await recordFiles.measure()
    return { count, bytes: bytes + sum((await recordFiles.list()).map(({ recorded }) => recorded?.bytes ?? 0)) }
  }

  async #drafts() {
    const userId = this.#userId()
    return (await this.#ports.store.drafts.list()).filter((draft) => draft.userId === userId)
  }

  #tables(kind: Kept) {
    const { snapshots, pictures, snapFiles, recordFiles, walls, answers, openAnswers, downloads, browserDownloads, quarantine } =
      this.#ports.store
    const tables = {
      cameraPictures: [snapshots],
      eventPictures: [pictures],
      snapshots: [snapFiles],
      recordings: [recordFiles],
      layouts: [walls],
      lists: [answers, openAnswers],
      downloads: [downloads, browserDownloads],
      damaged: [quarantine],
    } as const satisfies Record<Kept, unknown>
    return tables[kind]
  }
}

function sizeOf(records: readonly unknown[]): { count: number; bytes: number } {
  return { count: records.length, bytes: sum(records.map((record) => encode(record, { ignoreUndefined: true }).byteLength)) }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
