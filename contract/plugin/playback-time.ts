import { wholeBetween } from './fields.ts'

/** Epoch ms. */
export const playbackTime = wholeBetween(0, 8_640_000_000_000)
/** What is played when the end is the start (rule 4.11). */
const EXTENDED_BY_MS = 86_400_000
/** How much a window plays in all, what it was extended by included (rule 9.13). */
const MOST_OF_WINDOW_MS = 129_600_000

export interface PlaybackSpan {
  startMs: number
  endMs: number
}

/** The time that is asked for: an open end is now, and one equal to the start is extended by 86,400 s. `undefined` when the end lies before the start. */
export function playbackSpan(startMs: number, endMs: number | undefined, nowMs: number): PlaybackSpan | undefined {
  const untilMs = endMs ?? nowMs
  if (untilMs < startMs) return undefined
  return { startMs, endMs: untilMs === startMs ? startMs + EXTENDED_BY_MS : untilMs }
}

/** What a window plays of it in one go: no more than 129,600 s. */
export function windowSpan({ startMs, endMs }: PlaybackSpan): PlaybackSpan {
  return { startMs, endMs: Math.min(endMs, startMs + MOST_OF_WINDOW_MS) }
}
