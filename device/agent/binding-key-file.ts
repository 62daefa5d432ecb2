import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where a device keeps the key (hex) of its binding, over a loss of power too. */
export interface BindingKeyStore {
  read(): string | undefined
  /** On the disk when it returns. */
  keep(key: string): void
  forget(): void
}

const FOLDER = 'binding-keys'

/** The file of one device in the folder of its agent, readable by its owner only. */
export function bindingKeyFile(folder: string, sn: string): BindingKeyStore {
  const keys = join(folder, FOLDER)
  const file = join(keys, sn)
  return {
    read: () => {
      try {
        return readFileSync(file, 'utf8').match(/^[0-9a-f]{64}$/)?.[0]
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    keep: (key) => {
      mkdirSync(keys, { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.new`, key, { mode: 0o600, flush: true })
      renameSync(`${file}.new`, file)
      // Names are on the disk once their folders are: that of the file, and that of its folder, which may be new.
      flushFolder(keys)
      flushFolder(folder)
    },
    forget: () => rmSync(file, { force: true }),
  }
}

/** Windows opens no folders, and has names on the disk with their files. */
function flushFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
