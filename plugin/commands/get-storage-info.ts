import type { getStorageInfo as command } from '#contract/plugin/commands/get-storage-info.ts'
import { runOnDevice } from '../run-on-device.ts'
import type { Handler } from './handler.ts'

export const getStorageInfo: Handler<typeof command> = async ({ session }, { sn }) => {
  const { disks, raid } = await runOnDevice(session, sn, 'storage-info', {})
  return raid === null ? { disks } : { disks, raid }
}
