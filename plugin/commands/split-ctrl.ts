import type { splitCtrl as command } from '#contract/plugin/commands/split-ctrl.ts'
import { FIRST_PART_WINDOW } from '#contract/plugin/window-numbers.ts'
import type { Handler } from './handler.ts'

export const splitCtrl: Handler<typeof command> = ({ session }, { tabId, splitNum }) => {
  session.bindings.keepBelow(tabId, splitNum)
  const tab = session.tabs.get(tabId)
  if (tab === undefined) return { windows: [] }
  for (const winIndex of tab.windows.keys()) if (winIndex >= splitNum && winIndex < FIRST_PART_WINDOW) tab.stop(winIndex)
  return {
    windows: [...tab.windows].map(([winIndex, { sn, chlIndex, isPlayback, speed, volume, playMode }]) => ({
      winIndex,
      sn,
      chlIndex,
      isPlayback,
      speed,
      volume,
      playMode,
    })),
  }
}
