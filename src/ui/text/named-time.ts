import { formatter } from './formatter.ts'

/**
 * Date and time to the second with the name of the zone, which is the machine's own unless one is given: 21 Nov 2026, 14:32:07 GMT+1.
 * Apart from `dateTimeText`: the first page has no need of it.
 */
export function namedTimeText(timeMs: number, locale: string, timeZone?: string): string {
  return formatter(Intl.DateTimeFormat, locale, { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23', timeZone }).format(timeMs)
}
