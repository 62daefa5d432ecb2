import { spawn } from 'node:child_process'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { findProgram } from '../find-program.ts'
import { PluginFault } from '../plugin-fault.ts'

/** What shows a folder on each platform; the others have the desktop's own, as it is agreed among them. */
const managers: Partial<Record<NodeJS.Platform, string>> = { win32: 'explorer.exe', darwin: 'open' }

/** Shows a folder in this machine's file manager. Throws `PluginFault` 505 when there is none. */
export async function showFolder(folder: string): Promise<void> {
  const program = findProgram(managers[process.platform] ?? 'xdg-open', process.env.PATH ?? '')
  if (program === undefined) throw new PluginFault(pluginCodes.noFileManager, 'This machine has no file manager.')
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [folder], { detached: true, stdio: 'ignore' })
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
    child.once('error', (error) => reject(new PluginFault(pluginCodes.noFileManager, `The folder cannot be shown: ${error.message}`)))
  })
}
