import { DAY_MS } from '#shared/time/day.ts'

/** Epoch ms, without its end. */
export interface Span {
  fromMs: number
  toMs: number
}

/** Where the parts of the past end that are asked for by themselves, days before today. Each is there once it is known, the newest soon. */
const PART_ENDS = [-1, 0, 1, 3, 7, 15]

/** The parts in which recordings are asked for, the newest first, back to the day that holds `fromMs`. The first has today, and what comes. */
export function recordedParts(fromMs: number, nowMs: number): Span[] {
  const today = Math.floor(nowMs / DAY_MS)
  const firstDay = Math.floor(fromMs / DAY_MS)
  return PART_ENDS.map((end, index) => ({
    fromMs: DAY_MS * Math.max(firstDay, today - (PART_ENDS[index + 1] ?? Infinity)),
    toMs: DAY_MS * (today - end),
  })).filter((part) => part.fromMs < part.toMs)
}
