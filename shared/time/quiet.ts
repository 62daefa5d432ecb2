import { isTimeZone, weekTimeAt } from './zone.ts'

interface Quiet {
  isOn: boolean
  spans: readonly { day: number; fromMinute: number; toMinute: number }[]
  timeZone: string
  letsUrgentThrough: boolean
}

/**
 * Whether an alarm is to disturb nobody at this moment, by what a person chose. A zone that is not known here counts as UTC: what is quiet an hour
 * off is better than what is never quiet.
 */
export function isQuiet(quiet: Quiet, atMs: number, isUrgent: boolean): boolean {
  if (!quiet.isOn || (isUrgent && quiet.letsUrgentThrough)) return false
  const { day, minute } = weekTimeAt(atMs, isTimeZone(quiet.timeZone) ? quiet.timeZone : 'UTC')
  return quiet.spans.some((span) => span.day === day && span.fromMinute <= minute && minute < span.toMinute)
}
