import { lazy, Suspense } from 'react'
import { useReplay } from './replay.ts'

/** With the time line, which a wall that shows what is live has no need of. */
const Controls = lazy(() => import('./replay-controls.tsx').then(({ ReplayControls }) => ({ default: ReplayControls })))

/** The bar of a window whose past is seen. */
export function ReplayBar({ window }: { window: number }) {
  const state = useReplay(window)
  return <Suspense>{state && <Controls window={window} state={state} />}</Suspense>
}
