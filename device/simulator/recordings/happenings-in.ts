import { MOST_SEGMENTS, type RecordSegment } from '#contract/device-commands.ts'
import type { Happening } from '../happening.ts'
import type { ClipLoop } from '../clip-loop.ts'
import type { Interval } from './volume-store.ts'

/** What belongs to a happening, ms: from so long before it to so long after. */
interface Around {
  beforeMs: number
  afterMs: number
}

/** What the loop shows in this time, in order, one more than an answer holds at most. */
export function* happeningsIn(
  loop: ClipLoop,
  { startMs, endMs }: Interval,
  { beforeMs, afterMs }: Around,
  isTold: (happening: Happening) => boolean = () => true,
): Generator<RecordSegment> {
  const { fps, frames, happenings } = loop.clip
  let count = 0
  for (let first = loop.firstFrom(startMs) - frames; loop.captureMs(first) < endMs; first += frames) {
    const beginMs = loop.captureMs(Math.ceil(first / frames) * frames)
    for (const happening of happenings.toSorted((one, other) => one.atMs - other.atMs)) {
      const { atMs, plate } = happening
      if (!isTold(happening)) continue
      const segment = { startMs: Math.max(startMs, beginMs + atMs - beforeMs), endMs: Math.min(endMs, beginMs + atMs + afterMs) }
      if (segment.endMs <= segment.startMs || beginMs + atMs >= endMs || fps === 0) continue
      if (count++ > MOST_SEGMENTS) return
      yield { ...segment, type: plate === undefined ? 'SMART_MOTION' : 'PLATE' }
    }
  }
}
