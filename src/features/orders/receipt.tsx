import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import type { Order } from '#contract/calls/licence/order.ts'
import { brandingQuery } from '../../data/organization/branding.ts'
import { buyerQuery } from '../../data/organization/purchases.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Facts } from '../../ui/controls/facts.tsx'
import forms from '../../ui/form/form.module.css'
import { goodsWords } from '../../ui/order/cloud-words.ts'
import { orderStatusWords, orderWord, payTypeWords } from '../../ui/order/order-words.ts'
import { PriceLines } from '../../ui/order/price-lines.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { termText } from '../../ui/text/money-text.ts'
import classes from './receipt.module.css'

/** The receipt of an order that was paid, on the screen and on paper. */
export function Receipt({ order, onClose }: { order: Order; onClose: () => void }) {
  return (
    <Dialog title={<Trans>Receipt</Trans>} onClose={onClose}>
      <Sheet order={order} />
      {createPortal(
        // On paper there is nothing else: beside the app, and seen by printers alone.
        <div className={classes['paper']}>
          <Sheet order={order} />
        </div>,
        document.body,
      )}
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

function Sheet({ order }: { order: Order }) {
  const { i18n } = useLingui()
  const { data: buyer } = useQuery(buyerQuery)
  const { data: branding } = useQuery(brandingQuery)
  const { cloud } = order
  const paidAt = order.paidAtMs === null ? undefined : dateTimeText(order.paidAtMs, i18n.locale)
  const cameras = cloud?.channels.map(({ channelName, sn }) => channelName ?? sn)
  return (
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
          { name: <Trans>What it is for</Trans>, value: i18n._(orderWord(order)) },
          { name: <Trans>Package</Trans>, value: cloud === null ? undefined : i18n._(goodsWords[cloud.goodsId]) },
          { name: <Trans>Cameras</Trans>, value: cameras && new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(cameras) },
          { name: <Trans>Term</Trans>, value: termText(order.durationType, i18n.locale) },
          { name: <Trans>Organization</Trans>, value: buyer?.organizationName },
          { name: <Trans>Ordered by</Trans>, value: buyer?.email },
          { name: <Trans>Paid</Trans>, value: paidAt, isFigures: true },
          { name: <Trans>Paid by</Trans>, value: order.payType === null ? undefined : i18n._(payTypeWords[order.payType]) },
          { name: <Trans>State</Trans>, value: i18n._(orderStatusWords[order.status].word) },
        ]}
      />
      <PriceLines lines={order.lines} amountCents={order.amountCents} isCloud={cloud !== null} />
    </article>
  )
}
