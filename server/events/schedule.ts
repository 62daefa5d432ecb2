import type { WeeklySchedule } from '#contract/weekly-schedule.ts'
import { weekTimeAt } from '#shared/time/zone.ts'

/**
 * Whether a moment lies in a schedule, by the clocks of the place: an hour that the clocks show twice in autumn lies in it twice, and
 * one that they skip in spring never comes. Throws `InvalidTimeZone`.
 */
export function isWithinSchedule(schedule: WeeklySchedule, atMs: number, timeZone: string): boolean {
  const { day, minute } = weekTimeAt(atMs, timeZone)
  return schedule.some((span) => span.day === day && span.fromMinute <= minute && minute < span.toMinute)
}
