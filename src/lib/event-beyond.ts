import type { Span } from './recorded-parts.ts'

/** Moments of events in a span, both of its ends included, the newest first, as many as one answer holds; `isMore`: there are older ones. Epoch ms. */
export type FindEvents = (span: Span) => Promise<{ times: readonly number[]; isMore: boolean }>

/**
 * The next event after a moment, or the last one before it, within these bounds; nothing where there is none. Answers hold the newest: the first
 * of many is found by halves.
 */
export async function eventBeyond(find: FindEvents, atMs: number, way: 1 | -1, bounds: Span): Promise<number | undefined> {
  const [fromMs, toMs] = way === 1 ? [Math.floor(atMs) + 1, Math.floor(bounds.toMs)] : [Math.ceil(bounds.fromMs), Math.ceil(atMs) - 1]
  if (fromMs > toMs) return undefined
  const { times, isMore } = await find({ fromMs, toMs })
  if (way === -1) return times[0]
  let firstMs = times.at(-1)
  if (firstMs === undefined || !isMore) return firstMs
  for (let lowMs = fromMs; lowMs < firstMs; ) {
    const middleMs = Math.floor((lowMs + firstMs) / 2)
    const earlier = await find({ fromMs: lowMs, toMs: middleMs })
    const earliestMs = earlier.times.at(-1)
    if (earliestMs === undefined) lowMs = middleMs + 1
    else if (earlier.isMore) firstMs = earliestMs
    else return earliestMs
  }
  return firstMs
}
