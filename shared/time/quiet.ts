interface Quiet {
  isOn: boolean
  spans: readonly { day: number; fromMinute: number; toMinute: number }[]
  timeZone: string
  letsUrgentThrough: boolean
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * Whether an alarm is to disturb nobody at this moment, by what a person chose. A zone that is not known here counts as UTC: what is quiet an hour
 * off is better than what is never quiet.
 */
export function isQuiet(quiet: Quiet, atMs: number, isUrgent: boolean): boolean {
  if (!quiet.isOn || quiet.spans.length === 0 || (isUrgent && quiet.letsUrgentThrough)) return false
  const { day, minute } = weekTime(atMs, quiet.timeZone)
  return quiet.spans.some((span) => span.day === day && span.fromMinute <= minute && minute < span.toMinute)
}

/** By the browser's own means: `zone.ts` brings a library along, which the core's worker does without. */
function weekTime(atMs: number, timeZone: string): { day: number; minute: number } {
  const parts = new Map(
    formatter(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  const day = DAYS.indexOf(parts.get('weekday') ?? '')
  return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) }
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const shown = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...shown, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...shown, timeZone: 'UTC' })
  }
}
