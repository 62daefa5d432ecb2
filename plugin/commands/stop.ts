import { ALL_WINDOWS, type stop as command } from '#contract/plugin/commands/stop.ts'
import type { Handler } from './handler.ts'

export const stop: Handler<typeof command> = ({ session }, { tabId, winIndex }) => {
  const tab = session.tabs.get(tabId)
  if (winIndex === ALL_WINDOWS) tab?.stopAll()
  else tab?.stop(winIndex)
  return {}
}
