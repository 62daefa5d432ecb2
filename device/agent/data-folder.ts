import { dirname, resolve } from 'node:path'
import type { Settings } from '#contract/settings.ts'

const projectFolder = dirname(dirname(import.meta.dirname))

/** The data folder; one that is not absolute lies in the project's folder, wherever the process was started. */
export function dataFolderOf(settings: Settings): string {
  return resolve(projectFolder, settings.dataFolder)
}
