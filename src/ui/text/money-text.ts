import { durationUnits, licenceTerms, type DurationType } from '#contract/licence-terms.ts'
import { CURRENCY } from '#contract/payment.ts'
import { formatter } from './formatter.ts'

/** An amount of whole cents, as the language writes it: "$1,234.50". */
export function moneyText(cents: number, locale: string): string {
  return formatter(Intl.NumberFormat, locale, { style: 'currency', currency: CURRENCY }).format(cents / 100)
}

/** How long a term of a licence lasts: "30 days", "1 year". */
export function termText(durationType: DurationType, locale: string): string {
  const { duration, durationUnit } = licenceTerms[durationType]
  const unit = durationUnit === durationUnits.day ? 'day' : 'year'
  return formatter(Intl.NumberFormat, locale, { style: 'unit', unit, unitDisplay: 'long' }).format(duration)
}
