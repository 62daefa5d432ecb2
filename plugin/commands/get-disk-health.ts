import type { getDiskHealth as command } from '#contract/plugin/commands/get-disk-health.ts'
import { runOnDevice } from '../run-on-device.ts'
import type { Handler } from './handler.ts'

export const getDiskHealth: Handler<typeof command> = ({ session }, { sn, diskId }) => runOnDevice(session, sn, 'disk-health', { diskId })
