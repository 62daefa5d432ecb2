import { durationUnits, licenceTerms, type DurationType } from '#contract/licence-terms.ts'

export const DAY_MS = 24 * 60 * 60_000
const DAYS_OF_YEAR = 365

/** When a term that begins at `startMs` ends. Years end on the same date in UTC; one begun on 29 February ends on the 28th. */
export function endOfTerm(startMs: number, durationType: DurationType): number {
  const { duration, durationUnit } = licenceTerms[durationType]
  if (durationUnit === durationUnits.day) return startMs + duration * DAY_MS
  const end = new Date(startMs)
  end.setUTCFullYear(end.getUTCFullYear() + duration)
  if (end.getUTCDate() !== new Date(startMs).getUTCDate()) end.setUTCDate(0)
  return end.getTime()
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
