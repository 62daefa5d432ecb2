/** A span of 24 hours. Not a day of the calendar: where the clock is changed, that has 23 or 25 (`zone.ts`). */
export const DAY_MS = 24 * 60 * 60_000
