interface Quiet {
  isOn: boolean
  spans: readonly { day: number; fromMinute: number; toMinute: number }[]
  timeZone: string
  letsUrgentThrough: boolean
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * Whether an alarm is to disturb nobody at this moment, by what a person chose. Hours of a zone that is not known here are never quiet: an alarm too
 * many is better than one at hours that nobody chose.
 */
export function isQuiet(quiet: Quiet, atMs: number, isUrgent: boolean): boolean {
  if (!quiet.isOn || quiet.spans.length === 0 || (isUrgent && quiet.letsUrgentThrough)) return false
  const clocks = formatter(quiet.timeZone)
  if (clocks === undefined) return false
  const { day, minute } = weekTime(atMs, clocks)
  return quiet.spans.some((span) => span.day === day && span.fromMinute <= minute && minute < span.toMinute)
}

/** By the browser's own means: `zone.ts` brings a library along, which the core's worker does without. */
function weekTime(atMs: number, clocks: Intl.DateTimeFormat): { day: number; minute: number } {
  const parts = new Map(clocks.formatToParts(atMs).map(({ type, value }) => [type, value]))
  const day = DAYS.indexOf(parts.get('weekday') ?? '')
  return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) }
}

/** Nothing where the zone is not known. */
function formatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  } catch {
    return undefined
  }
}
