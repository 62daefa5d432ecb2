import type { getPtz as command } from '#contract/plugin/commands/get-ptz.ts'
import { runOnDevice } from '../run-on-device.ts'
import type { Handler } from './handler.ts'

export const getPtz: Handler<typeof command> = async ({ session }, { sn, chlIndex }) => {
  const { capabilities, presets, cruises, tracks } = await runOnDevice(session, sn, 'ptz-get', { chlIndex })
  return { capabilities, presets, cruises, tracks }
}
