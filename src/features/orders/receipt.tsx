import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/calls/licence/order.ts'
import { brandingQuery } from '../../data/organization/branding.ts'
import { buyerQuery } from '../../data/organization/purchases.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Facts } from '../../ui/controls/facts.tsx'
import forms from '../../ui/form/form.module.css'
import { orderStatusWords, payTypeWords } from '../../ui/order/order-words.ts'
import { PriceLines } from '../../ui/order/price-lines.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { termText } from '../../ui/text/money-text.ts'
import classes from './receipt.module.css'

/** The receipt of an order that was paid: on paper there is nothing else. */
export function Receipt({ order, onClose }: { order: Order; onClose: () => void }) {
  const { i18n } = useLingui()
  const { data: buyer } = useQuery(buyerQuery)
  const { data: branding } = useQuery(brandingQuery)
  const paidAt = order.paidAtMs === null ? undefined : dateTimeText(order.paidAtMs, i18n.locale)
  return (
    <Dialog title={<Trans>Receipt</Trans>} onClose={onClose}>
      <article className={classes['receipt']}>
        <header>
          <strong>{branding?.pageTitle ?? 'Sightline'}</strong>
          <h3>
            <Trans>Receipt</Trans>
          </h3>
        </header>
        <Facts
          facts={[
            { name: <Trans>Order</Trans>, value: order.orderId, isFigures: true },
            { name: <Trans>Organization</Trans>, value: buyer?.organizationName },
            { name: <Trans>Ordered by</Trans>, value: buyer?.email },
            { name: <Trans>Term</Trans>, value: termText(order.durationType, i18n.locale) },
            { name: <Trans>Paid</Trans>, value: paidAt, isFigures: true },
            { name: <Trans>Paid by</Trans>, value: order.payType === null ? undefined : i18n._(payTypeWords[order.payType]) },
            { name: <Trans>State</Trans>, value: i18n._(orderStatusWords[order.status].word) },
          ]}
        />
        <PriceLines lines={order.lines} amountCents={order.amountCents} isCloud={order.cloud !== null} />
      </article>
      <div className={forms['buttons']}>
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
