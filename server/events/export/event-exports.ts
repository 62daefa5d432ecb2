import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { codecEnvironment } from '#contract/codec-api.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { KeyedQueue } from '../../runtime/keyed-queue.ts'
import type { EventRow } from '../event-search.ts'
import { ExportFile, type ExportOptions } from './export-file.ts'

/** What the process that makes the file is told. `pictures`: those that it does not have yet, by their keys. */
export type ToProcess =
  | { kind: 'begin'; options: ExportOptions }
  | { kind: 'events'; events: readonly EventRow[]; pictures: ReadonlyMap<string, Uint8Array> }
  | { kind: 'end' }
export type FromProcess = { kind: 'taken' } | { kind: 'file'; bytes: Uint8Array<ArrayBuffer> }

interface Watching {
  signal?: AbortSignal | undefined
  onProgress: (rows: number) => void
}

/** Events of one telling: as few that no more pictures than these are in memory at once. */
const AT_ONCE = { plain: 1_000, withPictures: 40 } as const
const MOST_MEGABYTES = 1_024
const PROGRAM = fileURLToPath(new URL('./export-process.ts', import.meta.url))

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** As many plain rows are written here: that takes a millisecond or two, the start of a process a thousand. */
const FEW = 200

/** Makes files of events for spreadsheet programs, all but small ones in a process of its own, and one at a time for each organization. */
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
    if (options.format === 'csv' && events.length <= FEW) {
      const file = new ExportFile(options)
      await file.take(events)
      onProgress(events.length)
      return file.bytes()
    }
    const maker = fork(PROGRAM, {
      env: codecEnvironment(process.env),
      execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`],
      serialization: 'advanced',
    })
    const ended = endOf(maker)
    const ask = async (message: ToProcess): Promise<FromProcess> => {
      const answer = once(maker, 'message', { signal })
      // Not sent to what has ended: that is told by its end.
      maker.send(message, () => {})
      const [told] = (await Promise.race([answer, ended])) as [FromProcess]
      return told
    }
    try {
      await ask({ kind: 'begin', options })
      const told = new Set<string>()
      const step = options.hasPictures ? AT_ONCE.withPictures : AT_ONCE.plain
      for (let from = 0; from < events.length; from += step) {
        const some = events.slice(from, from + step)
        await ask({ kind: 'events', events: some, pictures: options.hasPictures ? await this.#picturesOf(some, told) : new Map() })
        onProgress(from + some.length)
      }
      const made = await ask({ kind: 'end' })
      if (made.kind !== 'file') throw new Error('The process of an export has answered something else.')
      return made.bytes
    } finally {
      maker.kill('SIGKILL')
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

/** Rejects when the process ends. Also while nobody waits for that. */
function endOf(maker: ChildProcess): Promise<never> {
  const ended = new Promise<never>((_resolve, reject) => {
    maker.once('error', reject)
    maker.once('close', (code, signal) => reject(new Error(`The process of an export ended with ${code ?? signal}.`)))
  })
  ended.catch(() => {})
  return ended
}
