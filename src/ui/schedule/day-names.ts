/** Midnight of a Sunday, UTC. */
const SUNDAY_MS = Date.UTC(2026, 10, 22)
const DAY_MS = 86_400_000

/** A day of the week (0 Sunday) in the words of a locale. */
export function dayName(day: number, locale: string, length: 'long' | 'short'): string {
  return new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(SUNDAY_MS + day * DAY_MS)
}
