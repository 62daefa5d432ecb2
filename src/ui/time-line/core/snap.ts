import { firstIndex } from './search.ts'

/** The nearest of ordered moments to one, nothing when there are none. */
function nearest(times: ArrayLike<number>, atMs: number): number | undefined {
  const next = firstIndex(0, times.length, (index) => (times[index] ?? 0) >= atMs)
  const [before, after] = [times[next - 1], times[next]]
  if (before === undefined || after === undefined) return before ?? after
  return atMs - before <= after - atMs ? before : after
}

/** The moment of `catches` (each in order) that is nearest to one, if it is no further than this, else the moment itself. */
export function snapped(atMs: number, catches: readonly ArrayLike<number>[], reachMs: number): number {
  let best = atMs
  let bestMs = reachMs
  for (const times of catches) {
    const candidate = nearest(times, atMs)
    if (candidate === undefined || Math.abs(candidate - atMs) > bestMs) continue
    best = candidate
    bestMs = Math.abs(candidate - atMs)
  }
  return best
}
