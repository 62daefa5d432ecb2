import type { DurationType } from '#contract/licence-terms.ts'
import type { Db } from '../../db/open.ts'

/** One cell: what each camera costs from the `fromChl`-th on, for one term. */
export interface PriceCell {
  fromChl: number
  durationType: DurationType
  unitCents: number
}

/**
 * Price of a number of cameras for a term. The matrix is graduated: the first cameras cost the first step's price, whatever comes
 * after them, so that more cameras never cost less.
 */
export function priceCents(cells: readonly PriceCell[], chlNum: number, durationType: DurationType): number {
  const steps = cells.filter((cell) => cell.durationType === durationType).toSorted((a, b) => a.fromChl - b.fromChl)
  return steps.reduce((sum, step, index) => {
    const upTo = Math.min(chlNum, (steps[index + 1]?.fromChl ?? Number.POSITIVE_INFINITY) - 1)
    return sum + Math.max(0, upTo - step.fromChl + 1) * step.unitCents
  }, 0)
}

/** The price matrix as it stands in the database. */
export async function readPriceMatrix(db: Db): Promise<PriceCell[]> {
  const rows = await db.selectFrom('licence_price').selectAll().execute()
  return rows.map((row) => ({ fromChl: row.from_chl, durationType: row.duration_type, unitCents: row.unit_cents }))
}
