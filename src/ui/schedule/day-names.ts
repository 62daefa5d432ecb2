import { DAY_MS } from '#shared/time/day.ts'
import { formatter } from '../text/formatter.ts'

/** Midnight of a Sunday, UTC. */
const SUNDAY_MS = Date.UTC(2026, 10, 22)

/** A day of the week (0 Sunday) in the words of a locale. */
export function dayName(day: number, locale: string, length: 'long' | 'short'): string {
  return formatter(Intl.DateTimeFormat, locale, { weekday: length, timeZone: 'UTC' }).format(SUNDAY_MS + day * DAY_MS)
}
