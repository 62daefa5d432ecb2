/**
 * The part of an amount that `days` of `termDays` cost, in whole cents, rounded up, so that what is above nothing costs at least
 * 0.01 (rule 5.10). Counted in big integers: cents times days pass what a number holds exactly.
 */
export function proRataCents(cents: number, days: number, termDays: number): number {
  const [whole, part, term] = [BigInt(cents), BigInt(Math.min(days, termDays)), BigInt(termDays)]
  return Number((whole * part + term - 1n) / term)
}
