import { Trans, useLingui } from '@lingui/react/macro'
import { licenceTerms, durationUnits } from '#contract/licence-terms.ts'
import type { PayResultData } from '../../data/organization/payment-result.ts'
import own from './payment-result.module.css'

/** What the payment is for, and how much. */
export function PaidFor({ payment }: { payment: PayResultData }) {
  const { i18n } = useLingui()
  const { orderId, chlNum, durationType, amountCents, currency } = payment
  const { duration, durationUnit } = licenceTerms[durationType]
  const unit = durationUnit === durationUnits.day ? 'day' : 'year'
  const term = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(duration)
  return (
    <dl className={own['facts']}>
      <dt>
        <Trans>Amount</Trans>
      </dt>
      <dd className="sl-figures">{new Intl.NumberFormat(i18n.locale, { style: 'currency', currency }).format(amountCents / 100)}</dd>
      <dt>
        <Trans>Cameras</Trans>
      </dt>
      <dd className="sl-figures">{i18n.number(chlNum)}</dd>
      <dt>
        <Trans>Term</Trans>
      </dt>
      <dd>{term}</dd>
      <dt>
        <Trans>Order</Trans>
      </dt>
      <dd className="sl-figures">{orderId}</dd>
    </dl>
  )
}
