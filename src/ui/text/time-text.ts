import { ageParts } from '../../lib/age.ts'
import { formatter } from './formatter.ts'

/** "12 s ago", in the words of the locale. */
export function agoText(ageMs: number, locale: string): string {
  const { value, unit } = ageParts(ageMs)
  return formatter(Intl.RelativeTimeFormat, locale, { style: 'narrow', numeric: 'always' }).format(-value, unit)
}

/**
 * 14:32 or 14:32:07, 24 hours, in the machine's own time zone (`timeIn` of #shared/time/zone.ts in another). Put together here: the browser
 * takes some milliseconds to make its first formatter, which the first page would wait for.
 */
export function clockText(timeMs: number, options: { seconds?: boolean } = {}): string {
  const time = new Date(timeMs)
  const parts = [time.getHours(), time.getMinutes(), ...(options.seconds ? [time.getSeconds()] : [])]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Date and time to the second: 21 Nov 2026, 14:32:07. In the machine's own time zone, or the one that is named. */
export function dateTimeText(timeMs: number, locale: string, timeZone?: string): string {
  return formatter(Intl.DateTimeFormat, locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone }).format(timeMs)
}

/** A day in full, in a zone: Saturday, November 21, 2026. */
export function wholeDayText(timeMs: number, locale: string, timeZone: string): string {
  return formatter(Intl.DateTimeFormat, locale, { dateStyle: 'full', timeZone }).format(timeMs)
}

/** From when until when, with the name of the zone, which is the machine's own unless one is given: Sat, 21 Nov, 22:00 – 23:30 UTC+1. */
export function timeRangeText(fromMs: number, untilMs: number, locale: string, timeZone?: string): string {
  const day: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }
  const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' }
  return formatter(Intl.DateTimeFormat, locale, { ...day, ...clock, timeZone }).formatRange(fromMs, untilMs)
}

/** mm:ss of what is left; hours go into the minutes. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** A span of time in its largest unit: 12 min. */
export function durationText(spanMs: number, locale: string): string {
  const { value, unit } = ageParts(spanMs)
  return formatter(Intl.NumberFormat, locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

/** What is left, running: 29:59, 1:59:59, or with days 6 d 23:59:59 in the words of the locale. */
export function remainingText(leftMs: number, locale: string): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  if (seconds < 3_600) return countdownText(leftMs)
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24]
  const rest = countdownText((seconds % 3_600) * 1000)
  const clock = `${days > 0 ? String(hours).padStart(2, '0') : hours}:${rest}`
  if (days === 0) return clock
  return `${formatter(Intl.NumberFormat, locale, { style: 'unit', unit: 'day', unitDisplay: 'short' }).format(days)} ${clock}`
}
