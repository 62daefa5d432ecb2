import { durationUnits, licenceTerms, type DurationType } from '#contract/licence-terms.ts'
import { shiftUtc } from '#shared/time/calendar.ts'
import { DAY_MS } from '#shared/time/day.ts'

const DAYS_OF_YEAR = 365

/** When a term that begins at `startMs` ends. Years end on the same date in UTC; one begun on 29 February ends on the 28th. */
export function endOfTerm(startMs: number, durationType: DurationType): number {
  const { duration, durationUnit } = licenceTerms[durationType]
  if (durationUnit === durationUnits.day) return startMs + duration * DAY_MS
  return shiftUtc(startMs, duration, 'year')
}

/** Days by which a term's price is divided. */
export function daysOfTerm(durationType: DurationType): number {
  const { duration, durationUnit } = licenceTerms[durationType]
  return durationUnit === durationUnits.day ? duration : duration * DAYS_OF_YEAR
}

/** Days until then, begun ones whole. */
export function daysUntil(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / DAY_MS))
}
