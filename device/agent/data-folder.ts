import { dirname, join, resolve } from 'node:path'
import type { Settings } from '#contract/settings.ts'

const projectFolder = dirname(dirname(import.meta.dirname))

/** The data folder; one that is not absolute lies in the project's folder, wherever the process was started. */
export function dataFolderOf(settings: Settings): string {
  return resolve(projectFolder, settings.dataFolder)
}

/** Where an agent records, whose own folder this is. */
export function recordingsFolderOf({ recordings }: Settings, agentFolder: string): string {
  return recordings.folder === '' ? join(agentFolder, 'recordings') : resolve(projectFolder, recordings.folder)
}
