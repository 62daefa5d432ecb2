import { dayjs } from './calendar.ts'
import { DAY_MS } from './day.ts'

/** Days of a zone whose offset is remembered, before they are all forgotten. */
const MOST_DAYS = 512

/** A time zone that nobody knows, in the words of the specification (rule 8.5). `cause` is what was asked for. */
export class InvalidTimeZone extends Error {
  override readonly name = 'InvalidTimeZone'

  constructor(zone: string) {
    super('Invalid timezone string', { cause: zone })
  }
}

/** What a zone is ahead of UTC on a day of UTC, minutes; `changes` on a day on which its clocks are changed. */
type OffsetOfDay = number | 'changes'
const offsets = new Map<string, Map<number, OffsetOfDay>>()

/** By the browser's or Node's own database, through dayjs, which would take an empty name for this machine's zone. */
function askOffset(atMs: number, zone: string): number {
  try {
    if (zone !== '') return dayjs(atMs).tz(zone).utcOffset()
  } catch {
    // The name is wrong: a time always has an offset.
  }
  throw new InvalidTimeZone(zone)
}

/**
 * What the clocks of a zone (`Europe/Amsterdam`) are ahead of UTC at a moment, in minutes. Asking takes tens of microseconds, and rules ask
 * for each event: remembered for each day, as no clock is changed twice in one. Throws `InvalidTimeZone`.
 */
export function offsetAt(atMs: number, zone: string): number {
  const day = Math.floor(atMs / DAY_MS)
  let days = offsets.get(zone)
  let known = days?.get(day)
  if (known === undefined) {
    const [first, last] = [askOffset(day * DAY_MS, zone), askOffset((day + 1) * DAY_MS, zone)]
    known = first === last ? first : 'changes'
    if (days === undefined || days.size === MOST_DAYS) offsets.set(zone, (days = new Map()))
    days.set(day, known)
  }
  return known === 'changes' ? askOffset(atMs, zone) : known
}

/** Whether there is a time zone of this name here: the databases of browsers and services are not all of one age. */
export function isTimeZone(zone: string): boolean {
  try {
    offsetAt(0, zone)
    return true
  } catch {
    return false
  }
}

/** What the clocks and the calendar of a zone show, whatever zone this machine is in. Throws `InvalidTimeZone`. */
function clocksAt(atMs: number, zone: string) {
  return dayjs.utc(atMs).add(offsetAt(atMs, zone), 'minute')
}

/** The time in a zone as dayjs writes it by this pattern: `YYYY-MM-DD HH:mm:ss`. Throws `InvalidTimeZone`. */
export function timeIn(atMs: number, zone: string, pattern: string): string {
  return clocksAt(atMs, zone).format(pattern)
}

/** The day of a moment in a zone: `2026-11-21`. Throws `InvalidTimeZone`. */
export function dayIn(atMs: number, zone: string): string {
  return timeIn(atMs, zone, 'YYYY-MM-DD')
}

/** By how much the clocks of some zones are set, and apart from UTC. */
const QUARTER_MS = 15 * 60_000

/** When a day (`2026-11-21`) begins in a zone, epoch ms: at midnight, or where that is left out, at what comes instead. Throws `InvalidTimeZone`. */
export function dayStart(day: string, zone: string): number {
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  const offsetMinutes = Math.min(offsetAt(midnightMs - DAY_MS, zone), offsetAt(midnightMs + DAY_MS, zone))
  let startMs = midnightMs - offsetMinutes * 60_000
  while (dayIn(startMs - 1, zone) === day) startMs -= QUARTER_MS
  return startMs
}

/**
 * From when to when a day (`2026-11-21`) lasts in a zone, epoch ms; `toMs` is the first moment of the next one. 23 or 25 hours where the clocks are
 * changed. Throws `InvalidTimeZone`.
 */
export function dayBounds(day: string, zone: string): { fromMs: number; toMs: number } {
  const next = dayjs.utc(day).add(1, 'day').format('YYYY-MM-DD')
  return { fromMs: dayStart(day, zone), toMs: dayStart(next, zone) }
}

/** What the clocks of a zone show: day of the week (0 Sunday) and minutes since midnight. Throws `InvalidTimeZone`. */
export function weekTimeAt(atMs: number, zone: string): { day: number; minute: number } {
  const clocks = clocksAt(atMs, zone)
  return { day: clocks.day(), minute: clocks.hour() * 60 + clocks.minute() }
}
