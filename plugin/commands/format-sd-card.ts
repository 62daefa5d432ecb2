import type { formatSdCard as command } from '#contract/plugin/commands/format-sd-card.ts'
import { runOnDevice } from '../run-on-device.ts'
import type { Handler } from './handler.ts'

export const formatSdCard: Handler<typeof command> = async ({ session }, { sn }) => {
  await runOnDevice(session, sn, 'sd-format', {})
  return {}
}
