import { useSnapshot } from 'valtio'
import { coreState } from '../../../data/core/core.ts'

/** True while a plugin draws the pictures in windows of its own over the page, whose size and shape the page cannot change. */
export function isDrawnByPlugin({ plugin }: Pick<typeof coreState, 'plugin'> = coreState): boolean {
  return plugin.kind === 'loaded' && plugin.isNative === true
}

export function useDrawnByPlugin(): boolean {
  return isDrawnByPlugin(useSnapshot(coreState))
}
