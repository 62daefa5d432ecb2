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
