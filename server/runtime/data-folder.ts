import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFault } from './start-fault.ts'

/** SQLite's code for a file that another process holds. */
const SQLITE_BUSY = 5

// Not with `recursive`: Node then tries for ever where the file system itself refuses folders, as /proc does.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Makes the folder when it is not there. Throws `StartFault` when it cannot be written. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(resolve(folder))
    accessSync(folder, constants.W_OK)
  } catch (fault) {
    const reason = fault instanceof Error && 'code' in fault ? String(fault.code) : 'unknown fault'
    throw new StartFault(`The folder ${resolve(folder)} cannot be written (${reason}); choose another with SIGHTLINE_DATA.`)
  }
}

/**
 * Takes the folder for this process alone; the answer gives it back. The lock is SQLite's own on a file beside the database, so
 * that the kernel releases it when the process dies, however it dies.
 */
export function lockFolder(folder: string): () => void {
  const database = attempt(folder, () => new DatabaseSync(join(folder, 'lock.db')))
  try {
    attempt(folder, () => database.exec('pragma locking_mode = exclusive; begin exclusive'))
  } catch (fault) {
    database.close()
    throw fault
  }
  return () => database.close()
}

function attempt<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (fault) {
    const isBusy = fault instanceof Error && 'errcode' in fault && fault.errcode === SQLITE_BUSY
    if (isBusy) {
      throw new StartFault(
        `The folder ${resolve(folder)} is in use by another Sightline service; stop that one, or choose another folder with SIGHTLINE_DATA.`,
      )
    }
    throw new StartFault(`The folder ${resolve(folder)} cannot be written (${String(fault)}); choose another with SIGHTLINE_DATA.`)
  }
}
