import { DAY_MS } from '#shared/time/day.ts'
import { timeIn } from '#shared/time/zone.ts'
import { formatter } from '../../text/formatter.ts'

function formatterIn(zone: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatter(Intl.DateTimeFormat, locale, { ...options, timeZone: zone })
}

/** The text of a mark on the ruler whose labels are so far apart: 14:05, 14:05:30, or a day with its weekday. */
export function tickText(atMs: number, zone: string, stepMs: number, locale: string): string {
  if (stepMs >= DAY_MS) return formatterIn(zone, locale, { weekday: 'short', day: 'numeric' }).format(atMs)
  return timeIn(atMs, zone, stepMs < 1_000 ? 'HH:mm:ss.SSS' : stepMs < 60_000 ? 'HH:mm:ss' : 'HH:mm').replace(/(\.\d)00$/, '$1')
}

/** What is under way: the month where days are told apart, else the day. */
export function dateText(atMs: number, zone: string, unit: 'day' | 'month', locale: string): string {
  const day: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }
  return formatterIn(zone, locale, unit === 'month' ? { month: 'long', year: 'numeric' } : day).format(atMs)
}

/** A full date and time in words: Tuesday, November 24, 2026, 14:05:30. */
export function wordsOf(atMs: number, zone: string, locale: string): string {
  const date = formatterIn(zone, locale, { dateStyle: 'full' }).format(atMs)
  return `${date}, ${timeIn(atMs, zone, 'HH:mm:ss')}`
}

/** The name of a zone as people say it: Central European Time. */
export function zoneName(zone: string, locale: string): string {
  const parts = formatterIn(zone, locale, { timeZoneName: 'longGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
