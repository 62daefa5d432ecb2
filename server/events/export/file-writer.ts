import { open, type FileHandle } from 'node:fs/promises'

/** Written at a time. */
const CHUNK_BYTES = 256 * 1024

/** Writes a new file from its beginning to its end, in large pieces. */
export class FileWriter {
  readonly #file: FileHandle
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  /** Of the file, with what waits to be written. */
  sizeBytes = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(path: string): Promise<FileWriter> {
    return new FileWriter(await open(path, 'wx', 0o600))
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.byteLength
    this.sizeBytes += bytes.byteLength
    if (this.#waitingBytes >= CHUNK_BYTES) await this.#flush()
  }

  async close(): Promise<void> {
    await this.#flush()
    await this.#file.close()
  }

  async #flush(): Promise<void> {
    const all = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#file.appendFile(all)
  }
}
