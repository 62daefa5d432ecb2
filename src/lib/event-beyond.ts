import type { Span } from './recorded-parts.ts'

/** Moments of events in a span, both of its ends included, the newest first, as many as one answer holds; `isMore`: there are older ones. Epoch ms. */
export type FindEvents = (span: Span) => Promise<{ times: readonly number[]; isMore: boolean }>

/**
 * The next event after a moment, or the last one before it, within these bounds; nothing where there is none. Answers hold the newest: the first
 * of many is found by halves.
 */
export async function eventBeyond(find: FindEvents, atMs: number, way: 1 | -1, bounds: Span): Promise<number | undefined> {
  const [firstMs, lastMs] = [Math.ceil(bounds.fromMs), Math.floor(bounds.toMs)]
  const [fromMs, toMs] = way === 1 ? [Math.max(firstMs, Math.floor(atMs) + 1), lastMs] : [firstMs, Math.min(lastMs, Math.ceil(atMs) - 1)]
  if (fromMs > toMs) return undefined
  const { times, isMore } = await find({ fromMs, toMs })
  if (way === -1) return times[0]
  let foundMs = times.at(-1)
  if (foundMs === undefined || !isMore) return foundMs
  for (let lowMs = fromMs; lowMs < foundMs; ) {
    const middleMs = Math.floor((lowMs + foundMs) / 2)
    const earlier = await find({ fromMs: lowMs, toMs: middleMs })
    const earliestMs = earlier.times.at(-1)
    if (earliestMs === undefined) lowMs = middleMs + 1
    else if (earlier.isMore) foundMs = earliestMs
    else return earliestMs
  }
  return foundMs
}
