import type { formatDisk as command } from '#contract/plugin/commands/format-disk.ts'
import { runOnDevice } from '../run-on-device.ts'
import type { Handler } from './handler.ts'

export const formatDisk: Handler<typeof command> = async ({ session }, { sn, diskId }) => {
  await runOnDevice(session, sn, 'disk-format', { diskId })
  return {}
}
