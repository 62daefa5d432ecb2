import type { setPluginSize as command } from '#contract/plugin/commands/set-plugin-size.ts'
import type { Handler } from './handler.ts'

export const setPluginSize: Handler<typeof command> = ({ session }, { tabId, winIndex, height }) => {
  session.window(tabId, winIndex).setHeight(height)
  return {}
}
