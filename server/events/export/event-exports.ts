import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { Language } from '#contract/enums.ts'
import type { Viewer } from '#contract/masked.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { KeyedQueue } from '../../runtime/keyed-queue.ts'
import type { EventRow } from '../event-search.ts'

export interface ExportOptions {
  format: 'csv' | 'xlsx'
  /** A small picture stands beside each event; in Excel files only. */
  hasPictures: boolean
  language: Language
  /** Who gets it. */
  viewer: Viewer
  /** Time zones of sites by their id: times are those of the clocks there. */
  timeZones: ReadonlyMap<string, string>
}

/** What the thread that makes the file is told. `pictures`: those that it does not have yet, by their keys. */
export type ForWorker = { kind: 'events'; events: readonly EventRow[]; pictures: ReadonlyMap<string, Uint8Array> } | { kind: 'end' }
type FromWorker = { kind: 'taken' } | { kind: 'file'; bytes: Uint8Array<ArrayBuffer> }

interface Watching {
  signal?: AbortSignal | undefined
  onProgress: (rows: number) => void
}

/** Events of one telling: as few that no more pictures than these are in memory at once. */
const AT_ONCE = { plain: 1_000, withPictures: 40 } as const
const MOST_MEGABYTES = 1_024

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Makes files of events for spreadsheet programs, each in a thread of its own, and one at a time for each organization. */
export class EventExports {
  readonly #objects: ObjectStore
  readonly #queue = new KeyedQueue()

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  /** A heading, then a row for each event. Rejects with the signal's reason as soon as that is aborted. */
  async write(events: readonly EventRow[], options: ExportOptions, watching: Watching): Promise<File> {
    const bytes = await this.#queue.run(events[0]?.organization_id ?? '', () => this.#make(events, options, watching))
    return new File([bytes], `events.${options.format}`, { type: types[options.format] })
  }

  async #make(events: readonly EventRow[], options: ExportOptions, { signal, onProgress }: Watching): Promise<Uint8Array<ArrayBuffer>> {
    signal?.throwIfAborted()
    const worker = new Worker(new URL('export-worker.ts', import.meta.url), {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
      execArgv: [],
    })
    const failed = once(worker, 'error').then(([fault]) => Promise.reject(fault as Error))
    // Also while nobody waits for an answer.
    failed.catch(() => {})
    const ask = async (message: ForWorker): Promise<FromWorker> => {
      const answer = once(worker, 'message', { signal })
      worker.postMessage(message)
      const [told] = (await Promise.race([answer, failed])) as [FromWorker]
      return told
    }
    try {
      const told = new Set<string>()
      const step = options.hasPictures ? AT_ONCE.withPictures : AT_ONCE.plain
      for (let from = 0; from < events.length; from += step) {
        const some = events.slice(from, from + step)
        await ask({ kind: 'events', events: some, pictures: options.hasPictures ? await this.#picturesOf(some, told) : new Map() })
        onProgress(from + some.length)
      }
      const made = await ask({ kind: 'end' })
      if (made.kind !== 'file') throw new Error('The thread of an export has answered something else.')
      return made.bytes
    } finally {
      await worker.terminate()
    }
  }

  /** Pictures that were not told before. One that is not there any more is left out. */
  async #picturesOf(events: readonly EventRow[], told: Set<string>): Promise<Map<string, Uint8Array>> {
    const keys = [...new Set(events.flatMap(({ snapshot_key: key }) => (key === null || told.has(key) ? [] : [key])))]
    const found = await Promise.all(keys.map(async (key) => [key, await this.#pictureAt(key)] as const))
    for (const key of keys) told.add(key)
    return new Map(found.flatMap(([key, picture]) => (picture === undefined ? [] : [[key, picture] as const])))
  }

  async #pictureAt(key: string): Promise<Uint8Array | undefined> {
    const isThere = (await this.#objects.sizeOf(key)) !== undefined
    return isThere ? buffer(this.#objects.read(key)) : undefined
  }
}
