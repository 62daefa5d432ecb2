import { Trans, useLingui } from '@lingui/react/macro'
import type { PayResultData } from '../../data/organization/payment-result.ts'
import { Facts } from '../../ui/controls/facts.tsx'
import { moneyText, termText } from '../../ui/text/money-text.ts'

/** What the payment is for, and how much. */
export function PaidFor({ payment }: { payment: PayResultData }) {
  const { i18n } = useLingui()
  const { orderId, chlNum, durationType, amountCents } = payment
  return (
    <Facts
      facts={[
        { name: <Trans>Amount</Trans>, value: moneyText(amountCents, i18n.locale), isFigures: true },
        { name: <Trans>Cameras</Trans>, value: i18n.number(chlNum), isFigures: true },
        { name: <Trans>Term</Trans>, value: termText(durationType, i18n.locale) },
        { name: <Trans>Order</Trans>, value: orderId, isFigures: true },
      ]}
    />
  )
}
