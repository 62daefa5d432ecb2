import { offsetAt } from '#shared/time/zone.ts'
import { formatter } from './formatter.ts'
import { dateTimeText } from './time-text.ts'

/** Whether the clocks of a zone show another time than this machine's. */
function isElsewhere(timeMs: number, zone: string): boolean {
  return offsetAt(timeMs, zone) !== -new Date(timeMs).getTimezoneOffset()
}

/**
 * Date and time to the second by the clocks of a site, with their zone where this machine's show another time (rule 3.19): 28 Nov 2026, 04:59:45 GMT+1. By this
 * machine's own where the site's are not known. Throws `InvalidTimeZone`.
 */
export function siteTimeText(timeMs: number, locale: string, zone: string | undefined): string {
  const text = dateTimeText(timeMs, locale, zone)
  // Behind the time, in every language: what a narrow column cuts off is the zone.
  return zone === undefined ? text : `${text}${zoneMark(timeMs, locale, zone)}`
}

/** What stands behind a time of day by the clocks of a site: their zone where this machine's show another time, else nothing. Throws `InvalidTimeZone`. */
export function zoneMark(timeMs: number, locale: string, zone: string): string {
  if (!isElsewhere(timeMs, zone)) return ''
  const parts = formatter(Intl.DateTimeFormat, locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(timeMs)
  return ` ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone}`
}
