import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange, Sink } from './object-store.ts'

/** Read at a time: what is small costs the service more time than the network takes. More than a response holds before it asks to wait. */
const READ_BYTES = 512 * 1024

/**
 * A part of a file on its way to one response, to which alone it is piped. It is read into the same memory again and again, as soon as the system has
 * taken what was there: new memory for each part has the whole heap of the service searched thirty times a second, for as long as somebody downloads.
 * What somebody on the way still holds keeps its memory.
 */
export class SentFile extends Readable {
  readonly #path: string
  readonly #sink: Sink
  #memory: Buffer
  #file: FileHandle | undefined
  #at: number
  readonly #end: number
  #isOver: boolean

  constructor(path: string, sink: Sink, { first, last }: ByteRange) {
    super({ highWaterMark: READ_BYTES })
    this.#path = path
    this.#sink = sink
    this.#at = first
    this.#end = last + 1
    this.#isOver = this.#at >= this.#end
    this.#memory = this.#newMemory()
  }

  override _construct(done: (fault?: Error | null) => void): void {
    open(this.#path).then(
      (file) => {
        this.#file = file
        done()
      },
      (fault: unknown) => done(fault as Error),
    )
  }

  override _read(): void {
    if (this.#isOver) this.push(null)
    else if (this.#sink.writableNeedDrain) this.#sink.once('drain', () => void this.#readOn())
    else void this.#readOn()
  }

  override _destroy(fault: Error | null, done: (fault?: Error | null) => void): void {
    const closed = this.#file?.close() ?? Promise.resolve()
    closed.then(
      () => done(fault),
      (ownFault: unknown) => done(fault ?? (ownFault as Error)),
    )
  }

  #newMemory(): Buffer {
    return Buffer.allocUnsafeSlow(Math.min(READ_BYTES, this.#end - this.#at))
  }

  /** Hands on as much as there is room for. */
  async #readOn(): Promise<void> {
    if (this.destroyed) return
    if (this.readableLength > 0 || this.#sink.writableLength > 0) this.#memory = this.#newMemory()
    try {
      const some = await this.#fill()
      if (!this.destroyed) this.push(some.byteLength > 0 ? some : null)
    } catch (fault) {
      this.destroy(fault as Error)
    }
  }

  /** Full, but for the end of the file: what is less would let the next one be read while this one waits. */
  async #fill(): Promise<Buffer> {
    const room = Math.min(this.#memory.byteLength, this.#end - this.#at)
    let filled = 0
    while (filled < room) {
      const { bytesRead = 0 } = (await this.#file?.read(this.#memory, filled, room - filled, this.#at)) ?? {}
      if (bytesRead === 0) break
      filled += bytesRead
      this.#at += bytesRead
    }
    this.#isOver = filled < room || this.#at >= this.#end
    return this.#memory.subarray(0, filled)
  }
}
