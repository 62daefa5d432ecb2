import type { setVolume as command } from '#contract/plugin/commands/set-volume.ts'
import type { Handler } from './handler.ts'

export const setVolume: Handler<typeof command> = ({ session }, { tabId, winIndex, volume }) => {
  session.window(tabId, winIndex).volume = volume
  return {}
}
