import type { setPlayMode as command } from '#contract/plugin/commands/set-play-mode.ts'
import type { Handler } from './handler.ts'

export const setPlayMode: Handler<typeof command> = ({ session }, { tabId, winIndex, playMode }) => {
  session.window(tabId, winIndex).playMode = playMode
  return {}
}
