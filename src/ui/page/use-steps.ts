import { usePlainKeys } from './use-plain-keys.ts'

/** Hears left and right, and k and j, which go through a list, unless something that is typed into has the focus. */
export function useSteps(onStep: (step: -1 | 1) => void): void {
  const [back, on] = [() => onStep(-1), () => onStep(1)]
  usePlainKeys({ ArrowLeft: back, k: back, ArrowRight: on, j: on })
}
