import { sealBytes } from '#workers/store/box.ts'
import type { DownloadFiles, UnsealedPiece, WrittenPiece } from '#workers/store/download-files.ts'

/** The files of a browser profile, in memory. */
export class MemoryFiles implements DownloadFiles {
  readonly #pieces = new Map<string, Uint8Array<ArrayBuffer>>()
  /** Whether the disk takes more. */
  hasRoom = true

  get count(): number {
    return this.#pieces.size
  }

  async write(taskId: string, number: number, { bytes, ...as }: UnsealedPiece): Promise<WrittenPiece> {
    const memory = bytes.buffer
    if (!this.hasRoom) return { state: 'noRoom', memory }
    const parts: Uint8Array<ArrayBuffer>[] = []
    for await (const part of sealBytes(bytes, as)) parts.push(part)
    this.#pieces.set(`${taskId} ${number}`, new Uint8Array(await new Blob(parts).arrayBuffer()))
    return { state: 'kept', memory }
  }

  async read(taskId: string, number: number): Promise<Blob | undefined> {
    const bytes = this.#pieces.get(`${taskId} ${number}`)
    return bytes && new Blob([bytes])
  }

  async taskIds(): Promise<string[]> {
    return [...new Set([...this.#pieces.keys()].map((key) => key.slice(0, key.lastIndexOf(' '))))]
  }

  async remove(taskId: string): Promise<void> {
    for (const key of this.#pieces.keys()) if (key.startsWith(`${taskId} `)) this.#pieces.delete(key)
  }

  async clear(): Promise<void> {
    this.#pieces.clear()
  }

  /** Damages the first piece that is there. */
  damage(): void {
    for (const bytes of this.#pieces.values()) {
      bytes[0] = (bytes[0] ?? 0) ^ 1
      return
    }
  }
}
