const FOLDER = 'downloads'

/** Where the bytes of downloads lie: each in pieces, every one of which is there as a whole or not at all. */
export interface DownloadFiles {
  /** In the place of what was there. `noRoom`: the disk does not take it, or this browser has no such files. */
  write(taskId: string, number: number, bytes: readonly Uint8Array<ArrayBuffer>[]): Promise<'kept' | 'noRoom'>
  /** Undefined when it is not there. */
  read(taskId: string, number: number): Promise<Blob | undefined>
  remove(taskId: string): Promise<void>
  /** Removes all of them. */
  clear(): Promise<void>
}

/**
 * Files of the browser that belong to this origin alone (OPFS), since what a person downloads is too large for the database. Each piece is a file
 * of its own: a file is written when it is closed, so that of one large file a browser that is killed would lose everything.
 */
export const browserDownloadFiles: DownloadFiles = {
  async write(taskId, number, bytes) {
    try {
      const file = await (await folderOf(taskId, true)).getFileHandle(String(number), { create: true })
      const writable = await file.createWritable()
      try {
        for (const some of bytes) await writable.write(some)
      } catch (fault) {
        await writable.abort()
        throw fault
      }
      await writable.close()
      return 'kept'
    } catch {
      return 'noRoom'
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
  async remove(taskId) {
    await (await root())?.removeEntry(taskId, { recursive: true }).catch(() => {})
  },
  async clear() {
    const origin = await navigator.storage?.getDirectory?.().catch(() => undefined)
    await origin?.removeEntry(FOLDER, { recursive: true }).catch(() => {})
  },
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
