import { Trans, useLingui } from '@lingui/react/macro'
import { licenceTerms, durationUnits } from '#contract/licence-terms.ts'
import type { PayResultData } from '../../data/organization/payment-result.ts'
import { Facts } from '../../ui/controls/facts.tsx'

/** What the payment is for, and how much. */
export function PaidFor({ payment }: { payment: PayResultData }) {
  const { i18n } = useLingui()
  const { orderId, chlNum, durationType, amountCents, currency } = payment
  const { duration, durationUnit } = licenceTerms[durationType]
  const unit = durationUnit === durationUnits.day ? 'day' : 'year'
  const term = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(duration)
  const amount = new Intl.NumberFormat(i18n.locale, { style: 'currency', currency }).format(amountCents / 100)
  return (
    <Facts
      facts={[
        { name: <Trans>Amount</Trans>, value: amount, isFigures: true },
        { name: <Trans>Cameras</Trans>, value: i18n.number(chlNum), isFigures: true },
        { name: <Trans>Term</Trans>, value: term },
        { name: <Trans>Order</Trans>, value: orderId, isFigures: true },
      ]}
    />
  )
}
