const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10_000

/**
 * Pause before a new attempt, ms: doubling from 1 s to 10 s, each shortened by up to a half at random so that many
 * devices do not come back in one moment. `failures` counts those since the last success, from 0.
 */
export function retryPauseMs(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS)
  return whole * (1 - random() / 2)
}
