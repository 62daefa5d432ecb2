import type { pushDevice as command } from '#contract/plugin/commands/push-device.ts'
import type { Handler } from './handler.ts'

export const pushDevice: Handler<typeof command> = ({ session }, { sn }) => {
  session.bindings.push(sn)
  return {}
}
