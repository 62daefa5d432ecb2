import { rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where the numbers of a camera's presets are kept. */
export function presetFile(folder: string, sn: string): string {
  return join(folder, `presets-${sn}.json`)
}

/** Where it is kept what addresses a camera tries. */
export function networkFile(folder: string, sn: string): string {
  return join(folder, `network-${sn}.json`)
}

/** Forgets what is kept of a camera that is removed. */
export function removeKeptFiles(folder: string, sn: string): void {
  for (const file of [presetFile(folder, sn), networkFile(folder, sn)]) rmSync(file, { force: true })
}
