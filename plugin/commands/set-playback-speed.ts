import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { setPlaybackSpeed as command } from '#contract/plugin/commands/set-playback-speed.ts'
import { PluginFault } from '../plugin-fault.ts'
import type { Handler } from './handler.ts'

export const setPlaybackSpeed: Handler<typeof command> = ({ session }, { tabId, winIndex, speed }) => {
  const window = session.window(tabId, winIndex)
  if (!window.isPlayback) throw new PluginFault(pluginCodes.notPlayback, 'The window shows live video.')
  window.setSpeed(speed)
  return {}
}
