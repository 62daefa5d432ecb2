/**
 * The shared worker's generation, on which all tabs of one build agree: it is part of the worker's name, so that a higher
 * one starts a fresh worker where the old one hangs.
 */
const LOCK = 'sightline-core-generation'

export function generationKey(build: string): string {
  return `sightline-core-generation ${build}`
}

export function readGeneration(build: string): number {
  const kept = Number(localStorage.getItem(generationKey(build)))
  return Number.isSafeInteger(kept) && kept > 0 ? kept : 0
}

/** The generation that follows a failed one: a new one, unless another tab has moved on already. */
export function generationAfter(failed: number, build: string): Promise<number> {
  return navigator.locks.request(LOCK, () => {
    const now = readGeneration(build)
    if (now > failed) return now
    localStorage.setItem(generationKey(build), String(failed + 1))
    return failed + 1
  })
}
