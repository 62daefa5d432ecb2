import type { FromProcess, ToProcess } from './event-exports.ts'
import { ExportFile } from './export-file.ts'

/**
 * Makes the file of an export of the events that it is told one after the other, the newest first. Sends `taken` for each telling, and in the end
 * the bytes of the file. In a process of its own: what is packed would hold up everybody, and pictures come from devices, so that whoever reads them
 * knows no secret and may crash alone. Ends with the service.
 */

let file: ExportFile | undefined

const tell = (message: FromProcess) => process.send?.(message)

process.on('message', async (message: ToProcess) => {
  if (message.kind === 'begin') file = new ExportFile(message.options)
  else if (message.kind === 'events') await file?.take(message.events, message.pictures)
  tell(message.kind === 'end' && file !== undefined ? { kind: 'file', bytes: await file.bytes() } : { kind: 'taken' })
})
process.on('disconnect', () => process.exit())
