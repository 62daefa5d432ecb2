import { useEffect, useEffectEvent } from 'react'

const steps: Record<string, -1 | 1> = { ArrowLeft: -1, k: -1, ArrowRight: 1, j: 1 }

/** Hears left and right, and k and j, which go through a list, unless something that is typed into has the focus. */
export function useSteps(onStep: (step: -1 | 1) => void): void {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    const isTyped = event.target instanceof Element && event.target.closest('input, select, textarea') !== null
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const step = steps[event.key]
    if (step !== undefined) onStep(step)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => heard(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
