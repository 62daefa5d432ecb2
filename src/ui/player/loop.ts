import type { PlayedSpan } from '../../lib/player-deck.ts'

/** Shorter ones are no use: nothing is seen in them. */
const LEAST_MS = 200

/** All that there is, again and again. */
export function wholeLoop({ startMs, endMs }: PlayedSpan): PlayedSpan {
  return { startMs, endMs }
}

/** From this moment on, to the end that was set behind it or that of all. */
export function loopFrom(span: PlayedSpan, loop: PlayedSpan | undefined, atMs: number): PlayedSpan {
  const endMs = loop !== undefined && loop.endMs > atMs + LEAST_MS ? loop.endMs : span.endMs
  return { startMs: Math.max(span.startMs, Math.min(atMs, endMs - LEAST_MS)), endMs }
}

/** Up to this moment, from the begin that was set before it or that of all. */
export function loopUntil(span: PlayedSpan, loop: PlayedSpan | undefined, atMs: number): PlayedSpan {
  const startMs = loop !== undefined && loop.startMs < atMs - LEAST_MS ? loop.startMs : span.startMs
  return { startMs, endMs: Math.min(span.endMs, Math.max(atMs, startMs + LEAST_MS)) }
}
