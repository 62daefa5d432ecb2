import { dayjs } from './calendar.ts'

/** A time for files, in the machine's own time zone, whose offset it names: 2026-11-28T05:50:10+01:00 (ISO 8601). Such texts sort, and any program reads them. */
export function sortableTime(timeMs: number): string {
  return dayjs(timeMs).format('YYYY-MM-DDTHH:mm:ssZ')
}
