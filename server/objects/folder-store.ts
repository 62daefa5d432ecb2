import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { randomId } from '../runtime/secrets.ts'
import { requireObjectKey, type ByteRange, type ObjectStore, type Sink } from './object-store.ts'
import { SentFile } from './sent-file.ts'

/** Read at a time: what is small costs the service more time than the network takes. */
const READ_BYTES = 256 * 1024

/** Objects as files of a folder, each at the path that its key names. */
export class FolderStore implements ObjectStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(key: string, content: Uint8Array | Readable): Promise<void> {
    const file = this.#fileOf(key)
    // Not a key, and on the same disk: moved to its place when it is whole.
    const unfinished = `${file}.${randomId()}.PART`
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
    const found = await stat(this.#fileOf(key)).catch((fault: unknown) => {
      if (isMissing(fault)) return undefined
      throw fault
    })
    return found?.isFile() ? found.size : undefined
  }

  read(key: string, range?: ByteRange): Readable {
    const part = range === undefined ? {} : { start: range.first, end: range.last }
    return createReadStream(this.#fileOf(key), { highWaterMark: READ_BYTES, ...part })
  }

  readFor(sink: Sink, key: string, part: ByteRange): Readable {
    return new SentFile(this.#fileOf(key), sink, part)
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.#fileOf(key), { force: true })
  }

  #fileOf(key: string): string {
    requireObjectKey(key)
    return join(this.#folder, key)
  }
}

function isMissing(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && (fault.code === 'ENOENT' || fault.code === 'ENOTDIR')
}
