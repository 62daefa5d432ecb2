import { firstIndex } from './search.ts'

/** Spans of time that neither touch nor overlap, in order: begins and ends in epoch ms, in arrays of the same length. */
export interface Spans {
  starts: Float64Array
  ends: Float64Array
}

/** Makes one of all that touch or overlap. What has no length has a millisecond. `order` must rise by their begins. */
export function unionOf(ordered: readonly { startMs: number; endMs: number }[]): Spans {
  const starts: number[] = []
  const ends: number[] = []
  for (const { startMs, endMs } of ordered) {
    const end = Math.max(endMs, startMs + 1)
    const last = ends.length - 1
    if (last >= 0 && startMs <= (ends[last] ?? 0)) ends[last] = Math.max(ends[last] ?? 0, end)
    else {
      starts.push(startMs)
      ends.push(end)
    }
  }
  return { starts: Float64Array.from(starts), ends: Float64Array.from(ends) }
}

/** The number of the first span that is not over at a moment; how many there are when all are. */
function indexAt({ ends }: Spans, atMs: number): number {
  return firstIndex(0, ends.length, (index) => (ends[index] ?? 0) > atMs)
}

export function isWithin(spans: Spans, atMs: number): boolean {
  return (spans.starts[indexAt(spans, atMs)] ?? Infinity) <= atMs
}

/** The moment itself where it lies in a span, else the begin of the next one: what is played after a gap. Nothing behind the last. */
export function overGap(spans: Spans, atMs: number): number | undefined {
  const start = spans.starts[indexAt(spans, atMs)]
  return start === undefined ? undefined : Math.max(start, atMs)
}

/** The next begin of a span after a moment, or the last one before it; nothing when there is none. */
export function beginBeside({ starts }: Spans, atMs: number, way: 1 | -1): number | undefined {
  const next = firstIndex(0, starts.length, (index) => (starts[index] ?? 0) >= atMs)
  return way === -1 ? starts[next - 1] : starts[next] === atMs ? starts[next + 1] : starts[next]
}
