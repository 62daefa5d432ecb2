import { wholeBetween } from './fields.ts'

/** Epoch ms. */
export const playbackTime = wholeBetween(0, 8_640_000_000_000)
/** What is played when the end is the start (rule 4.11). */
const EXTENDED_BY_MS = 86_400_000

/** The time that is played back: an end equal to the start is extended by 86,400 s. `undefined` when the end lies before the start. */
export function playbackSpan(startMs: number, endMs: number): { startMs: number; endMs: number } | undefined {
  if (endMs < startMs) return undefined
  return { startMs, endMs: endMs === startMs ? startMs + EXTENDED_BY_MS : endMs }
}
