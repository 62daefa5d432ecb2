import type { BrowserDownloadRecord } from '../store/browser-download.ts'
import type { WrittenPiece } from '../store/download-files.ts'
import type { Ports } from './ports.ts'

/** The pieces of downloads, sealed in files of their own. */
export class PieceFiles {
  readonly #ports: Pick<Ports, 'store' | 'downloadFiles' | 'clock'>

  constructor(ports: Pick<Ports, 'store' | 'downloadFiles' | 'clock'>) {
    this.#ports = ports
  }

  /** Seals a piece and writes it in the place of what was there of it. Its bytes are gone until their memory is given back. */
  async write(taskId: string, number: number, bytes: Uint8Array<ArrayBuffer>): Promise<WrittenPiece> {
    const key = await this.#ports.store.fileBox.key(this.#ports.clock.nowMs())
    return this.#ports.downloadFiles.write(taskId, number, { bytes, key, is: nameOf(taskId, number) })
  }

  /** Undefined when it is not there, or is not what was written. */
  async read({ task, pieceBytes, sealBlockBytes }: BrowserDownloadRecord, number: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const sealed = await (await this.#ports.downloadFiles.read(task.taskId, number))?.arrayBuffer()
    if (sealed === undefined) return undefined
    const { fileBox } = this.#ports.store
    if (pieceBytes === undefined) return fileBox.openOldBytes(sealed)
    const name = nameOf(task.taskId, number)
    return sealBlockBytes === undefined ? fileBox.openWholeBytes(sealed, name) : fileBox.openBytes(sealed, name)
  }

  /** All of a finished download; or the pieces that are not there any more as they were. */
  async whole(record: BrowserDownloadRecord): Promise<Blob | { lost: number[] }> {
    const pieces: Blob[] = []
    const lost: number[] = []
    for (let number = 0; number < record.pieces; number += 1) {
      const piece = await this.read(record, number)
      // The browser keeps blobs out of the memory.
      if (piece === undefined) lost.push(number)
      else pieces.push(new Blob([piece]))
    }
    return lost.length > 0 ? { lost } : new Blob(pieces)
  }

  remove(taskId: string): Promise<void> {
    return this.#ports.downloadFiles.remove(taskId)
  }

  /** Removes what was written of downloads that had been removed already, by somebody who had been given up; and what could not be removed then. */
  async removeUnknown(isUnknown: (taskId: string) => Promise<boolean>): Promise<void> {
    for (const taskId of await this.#ports.downloadFiles.taskIds()) if (await isUnknown(taskId)) await this.remove(taskId)
  }
}

/** No piece passes for another one, or for one of another download. */
function nameOf(taskId: string, number: number): string {
  return `${taskId} ${number}`
}
