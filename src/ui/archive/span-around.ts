import type { PlayedSpan } from '../../lib/player-deck.ts'

/** The last moments are still on their way from the camera. */
const ARRIVING_MS = 2_000

/** A clip of this length with the moment in its middle, as far as it is past. */
export function spanAround(atMs: number, lengthMs: number, nowMs: number): PlayedSpan {
  const startMs = Math.round(atMs - lengthMs / 2)
  return { startMs, endMs: Math.min(startMs + lengthMs, Math.max(startMs + 1, Math.floor(nowMs - ARRIVING_MS))) }
}

/** A clip of this length that ends now, as far as the camera has delivered it. */
export function spanUntil(nowMs: number, lengthMs: number): PlayedSpan {
  const endMs = Math.floor(nowMs - ARRIVING_MS)
  return { startMs: endMs - lengthMs, endMs }
}
