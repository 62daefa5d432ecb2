import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program of this name is on `path` (as the environment's PATH), if anywhere. */
export function findProgram(name: string, path: string): string | undefined {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      continue
    }
  }
  return undefined
}
