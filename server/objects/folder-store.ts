import { createReadStream, type Dirent, type Stats } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { DAY_MS } from '#shared/time/day.ts'
import { randomId } from '../runtime/secrets.ts'
import {
  isObjectKey,
  LISTED_AT_ONCE,
  requireObjectKey,
  type ByteRange,
  type ListedObject,
  type ObjectStore,
  type Sink,
} from './object-store.ts'
import { SentFile } from './sent-file.ts'

/** Read at a time: what is small costs the service more time than the network takes. */
const READ_BYTES = 256 * 1024
/** How a file ends, which is no key, until it is whole. */
const UNFINISHED = '.PART'

/** Objects as files of a folder, each at the path that its key names. */
export class FolderStore implements ObjectStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(key: string, content: Uint8Array | Readable): Promise<void> {
    const file = this.#fileOf(key)
    // On the same disk: moved to its place when it is whole.
    const unfinished = `${file}.${randomId()}${UNFINISHED}`
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    try {
      await writeFile(unfinished, content, { mode: 0o600, flush: true })
      await rename(unfinished, file)
    } catch (fault) {
      await rm(unfinished, { force: true })
      throw fault
    }
  }

  async sizeOf(key: string): Promise<number | undefined> {
    const found = await statOf(this.#fileOf(key))
    return found?.isFile() ? found.size : undefined
  }

  read(key: string, range?: ByteRange): Readable {
    const part = range === undefined ? {} : { start: range.first, end: range.last }
    return createReadStream(this.#fileOf(key), { highWaterMark: READ_BYTES, ...part })
  }

  readFor(sink: Sink, key: string, part: ByteRange): Readable {
    return new SentFile(this.#fileOf(key), sink, part)
  }

  /** What a process that died left half written goes on the way, a day after it was written to last. */
  async *list(folder: string): AsyncGenerator<ListedObject[]> {
    requireObjectKey(folder)
    let page: ListedObject[] = []
    for await (const name of this.#namesBelow(folder)) {
      const file = join(this.#folder, name)
      const found = await statOf(file)
      if (found === undefined) continue
      const { size: bytes, mtimeMs: putAtMs } = found
      if (isObjectKey(name)) page.push({ key: name, bytes, putAtMs })
      else if (name.endsWith(UNFINISHED) && putAtMs < Date.now() - DAY_MS) await rm(file, { force: true })
      if (page.length < LISTED_AT_ONCE) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
  }

  /** Of files, with the path from the store's own folder. Those of one folder are in memory at a time, of which there are many. */
  async *#namesBelow(folder: string): AsyncGenerator<string> {
    for (const entry of await entriesOf(join(this.#folder, folder))) {
      const name = `${folder}/${entry.name}`
      if (entry.isDirectory()) yield* this.#namesBelow(name)
      else if (entry.isFile()) yield name
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.#fileOf(key), { force: true })
  }

  #fileOf(key: string): string {
    requireObjectKey(key)
    return join(this.#folder, key)
  }
}

async function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).catch((fault: unknown) => {
    if (isMissing(fault)) return undefined
    throw fault
  })
}

/** None of a folder that is not there. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((fault: unknown) => {
    if (isMissing(fault)) return []
    throw fault
  })
}

function isMissing(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && (fault.code === 'ENOENT' || fault.code === 'ENOTDIR')
}
