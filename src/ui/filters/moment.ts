import { dayjs } from '#shared/time/calendar.ts'
import { momentsOf } from '../time-line/core/local-time.ts'

/**
 * The moment at which the clocks of a zone show this day (`2026-11-21`) and time (`14:05`), the first of two where they show it twice. A time
 * that they pass over is the one that they would have shown.
 */
export function momentOf(day: string, clock: string, zone: string): number {
  const clockMs = dayjs.utc(`${day}T${clock}:00`).valueOf()
  const [moment] = momentsOf(clockMs, zone)
  return moment ?? momentsOf(clockMs + 60 * 60_000, zone)[0] ?? clockMs
}
