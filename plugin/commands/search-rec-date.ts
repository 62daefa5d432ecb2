import type { searchRecDate as command } from '#contract/plugin/commands/search-rec-date.ts'
import { runOnDevice } from '../run-on-device.ts'
import type { Handler } from './handler.ts'

export const searchRecDate: Handler<typeof command> = ({ session }, { sn, ...question }) =>
  runOnDevice(session, sn, 'record-days', question)
