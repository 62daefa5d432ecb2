import type { popDevice as command } from '#contract/plugin/commands/pop-device.ts'
import type { Handler } from './handler.ts'

export const popDevice: Handler<typeof command> = ({ session }, { sn }) => {
  session.bindings.pop(sn)
  for (const tab of session.tabs.values()) for (const [winIndex, window] of tab.windows) if (window.sn === sn) tab.stop(winIndex)
  return {}
}
