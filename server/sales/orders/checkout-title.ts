import { durationUnits, licenceTerms } from '#contract/licence-terms.ts'
import { orderTypes } from '#contract/payment.ts'
import type { OrderRow } from './order-product.ts'

/** What a provider's check-out says is bought. */
export function checkoutTitle({ order_type, kind, chl_num, added_chl_num, duration_type }: OrderRow): string {
  const what = order_type === orderTypes.cloudStorage ? 'Cloud storage' : 'Video licence'
  if (kind === 'upgrade') return `${what}: ${count(added_chl_num, 'more camera')}`
  const { duration, durationUnit } = licenceTerms[duration_type]
  return `${what}: ${count(chl_num, 'camera')}, ${count(duration, durationUnit === durationUnits.day ? 'day' : 'year')}`
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
