import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** dayjs with what we use of it: the one place from which it is imported. */
export { dayjs }

/** The same day and time some months or years later (earlier: a negative count), in UTC; the last day of a month that is too short. */
export function shiftUtc(atMs: number, count: number, unit: 'month' | 'year'): number {
  return dayjs.utc(atMs).add(count, unit).valueOf()
}

/** A day of the calendar that is written `2026-11-21`; undefined for what is none. */
export function dayOf(text: string): string | undefined {
  return dayjs.utc(text).isValid() && dayjs.utc(text).format('YYYY-MM-DD') === text ? text : undefined
}
