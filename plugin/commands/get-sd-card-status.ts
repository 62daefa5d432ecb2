import type { getSdCardStatus as command } from '#contract/plugin/commands/get-sd-card-status.ts'
import { runOnDevice } from '../run-on-device.ts'
import type { Handler } from './handler.ts'

export const getSdCardStatus: Handler<typeof command> = ({ session }, { sn }) => runOnDevice(session, sn, 'sd-status', {})
