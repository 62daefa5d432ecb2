import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The part of a file system that recordings are written with. */
export interface RecordDisk {
  /** Makes a file that is not there yet. */
  create(path: string): Promise<Pick<FileHandle, 'write' | 'truncate' | 'datasync' | 'close'>>
}

export const realDisk: RecordDisk = {
  create: async (path) => {
    await mkdir(dirname(path), { recursive: true })
    return open(path, 'wx')
  },
}

/** A part that is whole only when all of it is written, and up to when the file then reaches, epoch ms. */
interface Part {
  bytes: Uint8Array
  untilMs: number
}

interface SegmentFileOptions {
  path: string
  disk: RecordDisk
  /** Ms, of a clock that is never set. */
  now: () => number
  onWritten: () => void
  /** A part could not be written; nothing more is. */
  onFault: (error: NodeJS.ErrnoException) => void
}

/** One file of a recording, written in order and only at its end. What it holds is told as far as it is written. */
export class SegmentFile {
  readonly #options: SegmentFileOptions
  #writing: Promise<void> = Promise.resolve()
  #handle: Awaited<ReturnType<RecordDisk['create']>> | undefined
  #hasFailed = false
  #bytes = 0
  #untilMs = 0
  #waitingBytes = 0
  /** Since when the disk has a part that it has not answered. */
  #askedMs: number | undefined
  readonly #waiting = new Set<() => void>()

  constructor(options: SegmentFileOptions) {
    this.#options = options
  }

  /** Of all parts that are written. */
  get bytes(): number {
    return this.#bytes
  }

  get untilMs(): number {
    return this.#untilMs
  }

  /** Bytes that wait for the disk. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** For how long the disk has not answered what it was given. */
  get silentMs(): number {
    return this.#askedMs === undefined ? 0 : this.#options.now() - this.#askedMs
  }

  append(part: Part): void {
    this.#waitingBytes += part.bytes.byteLength
    this.#writing = this.#writing.then(() => this.#write(part))
  }

  /** Resolves when the next part is written or the file is closed, or when this time (ms) has passed. */
  async more(patienceMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceMs)
    this.#waiting.add(resolve)
    await promise
    clearTimeout(timer)
    this.#waiting.delete(resolve)
  }

  /** Resolves when all is written that can be, and the file is closed. Never rejects. */
  async close(): Promise<void> {
    await this.#writing
    const handle = this.#handle
    this.#handle = undefined
    await handle?.datasync().catch(() => {})
    await handle?.close().catch(() => {})
    this.#wake()
  }

  async #write({ bytes, untilMs }: Part): Promise<void> {
    try {
      if (this.#hasFailed) return
      this.#askedMs = this.#options.now()
      this.#handle ??= await this.#options.disk.create(this.#options.path)
      for (let at = 0; at < bytes.byteLength; ) at += (await this.#handle.write(bytes, at)).bytesWritten
      // The disk has answered: who is told of it below asks at once for how long it has been silent.
      this.#askedMs = undefined
      this.#bytes += bytes.byteLength
      this.#untilMs = Math.max(this.#untilMs, untilMs)
      this.#options.onWritten()
    } catch (error) {
      this.#hasFailed = true
      // What is torn takes room that there is none of.
      await this.#handle?.truncate(this.#bytes).catch(() => {})
      this.#options.onFault(error as NodeJS.ErrnoException)
    } finally {
      // After a fault, too, once what is torn is cut off: until then the disk is asked for something.
      this.#askedMs = undefined
      this.#waitingBytes -= bytes.byteLength
      this.#wake()
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
  }
}
