import type { bindChannelWin as command } from '#contract/plugin/commands/bind-channel-win.ts'
import type { Handler } from './handler.ts'

export const bindChannelWin: Handler<typeof command> = ({ session }, { tabId, winIndex, ...channel }) => {
  session.bindings.bind(tabId, winIndex, channel)
  const tab = session.tabs.get(tabId)
  const shown = tab?.windows.get(winIndex)
  if (shown !== undefined && (shown.sn !== channel.sn || shown.chlIndex !== channel.chlIndex)) tab?.stop(winIndex)
  return {}
}
