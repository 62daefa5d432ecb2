import { useSyncExternalStore } from 'react'
import { stageRatioOf } from '../../lib/wall-grid.ts'

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** The shape of the screen, width over height. */
export function useScreenRatio(): number {
  return useSyncExternalStore(onResize, () => stageRatioOf({ width: innerWidth, height: innerHeight }))
}
