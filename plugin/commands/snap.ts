import type { snap as command } from '#contract/plugin/commands/snap.ts'
import type { Handler } from './handler.ts'

export const snap: Handler<typeof command> = ({ session, snapshots }, { tabId, winIndex }) => {
  const window = session.window(tabId, winIndex)
  return snapshots.take(window, session.bindings.nameOf(tabId, winIndex, window))
}
