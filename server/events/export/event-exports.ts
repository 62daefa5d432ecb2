import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { codecEnvironment } from '#contract/codec-api.ts'
import type { Principal } from '../../access/caller.ts'
import { CallFault } from '../../calls/call-fault.ts'
import { FileOnDisk } from '../../http/file-on-disk.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { isDiskFull } from '../../runtime/is-disk-full.ts'
import { randomId } from '../../runtime/secrets.ts'
import { Turns } from '../../video/codec/turns.ts'
import type { EventRow } from '../event-search.ts'
import { ExportFile, type ExportOptions } from './export-file.ts'

/** What the process that makes the file is told. `pictures`: those that it does not have yet, by their keys. */
export type ToProcess =
  | { kind: 'begin'; path: string; options: ExportOptions }
  | { kind: 'events'; events: readonly EventRow[]; pictures: ReadonlyMap<string, Uint8Array> }
  | { kind: 'end' }
export type FromProcess = 'taken' | 'full'

/** What goes into a file: events by their identifiers, the newest first, and what reads some of them. */
interface Wanted {
  ids: readonly number[]
  read: (ids: readonly number[]) => Promise<EventRow[]>
}

interface Watching {
  signal: AbortSignal
  onProgress: (rows: number) => void
}

/** Events of one telling: as few that no more pictures than these are in memory at once. */
const AT_ONCE = { plain: 1_000, withPictures: 40 } as const
const MOST_MEGABYTES = 512
const PROGRAM = fileURLToPath(new URL('./export-process.ts', import.meta.url))
const FOLDER = 'unfinished-exports'
/** Under way at a time: each takes a processor. */
const MOST_AT_ONCE = { all: 2, ofOrganization: 1 } as const
/** One that was called off a moment ago is about to end. */
const PATIENCE_MS = 1_000

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** As many plain rows are written here: that takes a millisecond or two, the start of a process a thousand. */
const FEW = 200

/**
 * Makes files of events for spreadsheet programs, all but small ones in a process of its own, which writes them to the disk: of neither the events nor
 * the file more than a few are in memory. One at a time for each person and each organization.
 */
export class EventExports {
  readonly #objects: ObjectStore
  readonly #folder: string
  readonly #turns = new Turns(MOST_AT_ONCE)
  /** Those of people, by person. */
  readonly #making = new Map<string, Promise<unknown>>()

  constructor({ objects, dataFolder }: { objects: ObjectStore; dataFolder: string }) {
    this.#objects = objects
    this.#folder = join(dataFolder, FOLDER)
  }

  /** Clears away what a process has left behind that was killed. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  /**
   * A heading, then a row for each event. Rejects with the signal's reason as soon as that is aborted. Fails with export-under-way while another is
   * made for this person, and with export-space-low when the disk is full.
   */
  async write(
    who: Pick<Principal, 'userId' | 'organizationId'>,
    wanted: Wanted,
    options: ExportOptions,
    watching: Watching,
  ): Promise<FileOnDisk> {
    const before = this.#making.get(who.userId)
    if (before !== undefined) await Promise.race([before.catch(() => {}), pause(PATIENCE_MS, undefined, { ref: false })])
    if (this.#making.has(who.userId)) throw new CallFault('export-under-way')
    const making = this.#inTurn(who.organizationId, wanted, options, watching)
    this.#making.set(who.userId, making)
    try {
      return await making
    } finally {
      this.#making.delete(who.userId)
    }
  }

  async #inTurn(organizationId: string, wanted: Wanted, options: ExportOptions, watching: Watching): Promise<FileOnDisk> {
    const leave = await this.#turns.take(organizationId, watching.signal)
    const own = join(this.#folder, randomId())
    try {
      await mkdir(own, { recursive: true, mode: 0o700 })
      const path = join(own, `events.${options.format}`)
      await (options.format === 'csv' && wanted.ids.length <= FEW
        ? writeFew(path, wanted, options, watching)
        : this.#writeAside(path, wanted, options, watching))
      watching.signal.throwIfAborted()
      const { size } = await stat(path)
      return new FileOnDisk({ path, folder: own, name: `events.${options.format}`, type: types[options.format], size })
    } catch (fault) {
      await rm(own, { recursive: true, force: true })
      throw isDiskFull(fault) ? new CallFault('export-space-low') : fault
    } finally {
      leave()
    }
  }

  async #writeAside(path: string, { ids, read }: Wanted, options: ExportOptions, { signal, onProgress }: Watching): Promise<void> {
    const maker = fork(PROGRAM, {
      env: codecEnvironment(process.env),
      execArgv: [`--max-old-space-size=${MOST_MEGABYTES}`],
      serialization: 'advanced',
    })
    const ended = endOf(maker)
    const tell = async (message: ToProcess): Promise<void> => {
      const answer = once(maker, 'message', { signal })
      // Not sent to what has ended: that is told by its end.
      maker.send(message, () => {})
      const [told] = (await Promise.race([answer, ended])) as [FromProcess]
      if (told === 'full') throw new CallFault('export-space-low')
    }
    try {
      await tell({ kind: 'begin', path, options })
      const told = new Set<string>()
      const step = options.hasPictures ? AT_ONCE.withPictures : AT_ONCE.plain
      for (let from = 0; from < ids.length; from += step) {
        const some = ids.slice(from, from + step)
        const events = await read(some)
        await tell({ kind: 'events', events, pictures: options.hasPictures ? await this.#picturesOf(events, told) : new Map() })
        onProgress(from + some.length)
      }
      await tell({ kind: 'end' })
    } finally {
      // Its files can be taken away when it has none open any more.
      maker.kill('SIGKILL')
      await ended.catch(() => {})
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

async function writeFew(path: string, { ids, read }: Wanted, options: ExportOptions, { signal, onProgress }: Watching): Promise<void> {
  const file = await ExportFile.create(path, options)
  await file.take(await read(ids))
  await file.end()
  signal.throwIfAborted()
  onProgress(ids.length)
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
