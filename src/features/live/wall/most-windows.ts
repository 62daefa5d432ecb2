import { MOST_WINDOWS } from '#contract/calls/config/wall-grid.ts'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'

/** Rule 9.4: layouts above four windows cannot open on a Mac, where the plugin draws its own windows. */
const MOST_ON_MAC = 4

/** How many windows a wall may have on this machine. */
export function useMostWindows(): number {
  return useDrawnByPlugin() && navigator.platform.startsWith('Mac') ? MOST_ON_MAC : MOST_WINDOWS
}
