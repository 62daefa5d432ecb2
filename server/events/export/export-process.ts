import { isDiskFull } from '../../runtime/is-disk-full.ts'
import type { FromProcess, ToProcess } from './event-exports.ts'
import { ExportFile } from './export-file.ts'

/**
 * Writes the file of an export of the events that it is told one after the other, the newest first. Sends `taken` for each telling, and `full` when
 * the disk has no room for it. In a process of its own: what is packed would hold up everybody, and pictures come from devices, so that whoever reads
 * them knows no secret and may crash alone. Ends with the service.
 */

let file: ExportFile | undefined

async function hear(message: ToProcess): Promise<FromProcess> {
  try {
    if (message.kind === 'begin') file = await ExportFile.create(message.path, message.options)
    else if (message.kind === 'events') await file?.take(message.events, message.pictures)
    else await file?.end()
    return 'taken'
  } catch (fault) {
    if (isDiskFull(fault)) return 'full'
    throw fault
  }
}

process.on('message', async (message: ToProcess) => process.send?.(await hear(message)))
process.on('disconnect', () => process.exit())
