const MINUTE_MS = 60_000

/** How long a round of the rhythm is, and whether cameras and devices go offline in it. Without a round nothing happens by itself. */
export const paces = {
  off: { hasOutages: false },
  /** Some four events a minute of forty cameras. */
  calm: { roundMs: 30 * MINUTE_MS, hasOutages: false },
  /** Some eleven a minute, 300 MB of pictures a day. */
  normal: { roundMs: 10 * MINUTE_MS, hasOutages: true },
  /** Some fifty a minute: to be looked at, not to be kept. */
  quick: { roundMs: 2 * MINUTE_MS, hasOutages: true },
} as const satisfies Record<string, { roundMs?: number; hasOutages: boolean }>
export type Pace = keyof typeof paces
export const paceNames = Object.keys(paces) as Pace[]
