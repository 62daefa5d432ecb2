import type { DownloadFiles } from '#workers/store/download-files.ts'

/** The files of a browser profile, in memory. */
export class MemoryFiles implements DownloadFiles {
  readonly #pieces = new Map<string, Uint8Array<ArrayBuffer>>()
  /** Whether the disk takes more. */
  hasRoom = true

  get count(): number {
    return this.#pieces.size
  }

  async write(taskId: string, number: number, bytes: readonly Uint8Array<ArrayBuffer>[]): Promise<'kept' | 'noRoom'> {
    if (!this.hasRoom) return 'noRoom'
    this.#pieces.set(`${taskId} ${number}`, new Uint8Array(await new Blob([...bytes]).arrayBuffer()))
    return 'kept'
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
