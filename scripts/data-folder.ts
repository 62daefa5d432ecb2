import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Not with `recursive`: Node then tries for ever where the file system itself refuses folders, as /proc does.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Makes the data folder when it is not there. `false` when nothing can be made in it. */
export function prepareFolder(folder: string): boolean {
  try {
    makeFolder(folder)
    rmdirSync(mkdtempSync(join(folder, 'probe-')))
    return true
  } catch {
    return false
  }
}
