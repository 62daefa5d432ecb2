import type { LentPort } from '#contract/core-api.ts'
import { sealBytes, sealedSizeOf } from './box.ts'

const FOLDER = 'downloads'
/** What says nothing of the disk: somebody who was given up still writes the file, or the piece could not be sealed. */
const faultsOfOthers: readonly string[] = ['NoModificationAllowedError', 'OperationError']

/** A piece as it came, and what it is sealed with and as. */
export interface UnsealedPiece {
  bytes: Uint8Array<ArrayBuffer>
  key: CryptoKey
  is: string
}

/** What became of a piece. `memory`: what it came in, which was lent to whoever wrote it. */
export interface WrittenPiece {
  state: 'kept' | 'noRoom'
  memory: ArrayBuffer
}

/** Where the bytes of downloads lie: each in pieces, every one of which is there as it was written, or known not to be by its seal. */
export interface DownloadFiles {
  /**
   * Seals a piece and writes it in the place of what was there. `noRoom`: the disk does not take it, or this browser has no such files. Rejects when nobody
   * knows what became of it.
   */
  write(taskId: string, number: number, piece: UnsealedPiece): Promise<WrittenPiece>
  /** Undefined when it is not there. */
  read(taskId: string, number: number): Promise<Blob | undefined>
  /** Of which downloads there is something. */
  taskIds(): Promise<string[]>
  remove(taskId: string): Promise<void>
  /** Removes all of them. */
  clear(): Promise<void>
  /** Where others can write faster. */
  readonly lending?: FileLending
}

/** What tabs lend to a worker that cannot write at once itself: a worker of their own. */
export interface FileLending {
  /** A tab is to lend one. */
  onWanted: () => void
  /** Much is about to be written. */
  want(): void
  lend(tabId: string, port: LentPort): void
  forgetTab(tabId: string): void
}

/**
 * Files of the browser that belong to this origin alone (OPFS), since what a person downloads is too large for the database. Each piece is a file
 * of its own: a file is written when it is closed, so that of one large file a browser that is killed would lose everything.
 */
export const browserDownloadFiles: DownloadFiles = {
  async write(taskId, number, piece) {
    const memory = piece.bytes.buffer
    try {
      const file = await fileOf(taskId, number)
      return { state: await (writesAtOnce() ? writeAtOnce(file, piece) : writeThrough(file, piece)), memory }
    } catch (fault) {
      if (fault instanceof DOMException && faultsOfOthers.includes(fault.name)) throw fault
      return { state: 'noRoom', memory }
    }
  },
  async read(taskId, number) {
    try {
      const file = await (await folderOf(taskId)).getFileHandle(String(number))
      return await file.getFile()
    } catch {
      return undefined
    }
  },
  async taskIds() {
    const taskIds: string[] = []
    try {
      for await (const taskId of (await root())?.keys() ?? []) taskIds.push(taskId)
    } catch {
      // What cannot be listed now can be the next time.
    }
    return taskIds
  },
  async remove(taskId) {
    await (await root())?.removeEntry(taskId, { recursive: true }).catch(() => {})
  },
  async clear() {
    const origin = await navigator.storage?.getDirectory?.().catch(() => undefined)
    await origin?.removeEntry(FOLDER, { recursive: true }).catch(() => {})
  },
}

/** Whether this worker has handles for writing at once: less than half as much work as through the browser's main process, and in dedicated workers alone. */
export function writesAtOnce(): boolean {
  return typeof FileSystemFileHandle === 'function' && 'createSyncAccessHandle' in FileSystemFileHandle.prototype
}

/** As dedicated workers have it; this is read where there are only the types of pages, too. */
interface AtOnce {
  createSyncAccessHandle(): Promise<{
    write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
    truncate(bytes: number): void
    close(): void
  }>
}

async function writeAtOnce(file: FileSystemFileHandle, { bytes, ...as }: UnsealedPiece): Promise<WrittenPiece['state']> {
  const handle = await (file as unknown as AtOnce).createSyncAccessHandle()
  try {
    // Otherwise the browser's main process is asked for room four times while it grows. What is not written of it is known by its seal.
    handle.truncate(sealedSizeOf(bytes.byteLength))
    let at = 0
    for await (const some of sealBytes(bytes, as)) {
      if (handle.write(some, { at }) < some.byteLength) return 'noRoom'
      at += some.byteLength
    }
    return 'kept'
  } finally {
    handle.close()
  }
}

async function writeThrough(file: FileSystemFileHandle, { bytes, ...as }: UnsealedPiece): Promise<'kept'> {
  const writable = await file.createWritable()
  try {
    for await (const some of sealBytes(bytes, as)) await writable.write(some)
  } catch (fault) {
    await writable.abort()
    throw fault
  }
  await writable.close()
  return 'kept'
}

/** That of the download that was written last: to find it takes the browser's main process longer than to make a file in it. */
let lastFolder: { taskId: string; folder: FileSystemDirectoryHandle } | undefined

async function fileOf(taskId: string, number: number): Promise<FileSystemFileHandle> {
  const known = lastFolder?.taskId === taskId ? lastFolder.folder : undefined
  try {
    if (known !== undefined) return await known.getFileHandle(String(number), { create: true })
  } catch {
    // It was removed meanwhile.
  }
  const folder = await folderOf(taskId, true)
  lastFolder = { taskId, folder }
  return folder.getFileHandle(String(number), { create: true })
}

async function root(create = false): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create })
  } catch {
    return undefined
  }
}

async function folderOf(taskId: string, create = false): Promise<FileSystemDirectoryHandle> {
  const folder = await root(create)
  if (folder === undefined) throw new Error('This browser keeps no files')
  return folder.getDirectoryHandle(taskId, { create })
}
