import type { WeeklySchedule } from '#contract/weekly-schedule.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than using it a thousand times. An unknown time zone counts as UTC. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  } catch {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  }
  formats.set(timeZone, format)
  return format
}

/** What the clocks of a place show: day of the week (0 Sunday) and minutes since midnight. */
export function weekTimeAt(atMs: number, timeZone: string): { day: number; minute: number } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  return { day: days.indexOf(parts['weekday'] ?? ''), minute: Number(parts['hour']) * 60 + Number(parts['minute']) }
}

/**
 * Whether a moment lies in a schedule, by the clocks of the place: an hour that the clocks show twice in autumn lies in it twice, and
 * one that they skip in spring never comes.
 */
export function isWithinSchedule(schedule: WeeklySchedule, atMs: number, timeZone: string): boolean {
  const { day, minute } = weekTimeAt(atMs, timeZone)
  return schedule.some((span) => span.day === day && span.fromMinute <= minute && minute < span.toMinute)
}
