import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Order } from '#contract/calls/licence/order.ts'
import { deletableOrders, orderStatuses } from '#contract/states/order.ts'
import { coreState, serviceNowMs } from '../../data/core/core.ts'
import { cancelOrder, deleteOrder, orderQuery } from '../../data/organization/purchases.ts'
import { Button } from '../../ui/controls/button.tsx'
import buttons from '../../ui/controls/button.module.css'
import { Facts } from '../../ui/controls/facts.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import tables from '../../ui/controls/table/table.module.css'
import { Question } from '../../ui/form/question.tsx'
import { cloudStatusWords, goodsWords, triggerWords } from '../../ui/order/cloud-words.ts'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { orderWord, payTypeWords } from '../../ui/order/order-words.ts'
import { PriceLines } from '../../ui/order/price-lines.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { termText } from '../../ui/text/money-text.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { orderState } from './order-state.ts'
import { Receipt } from './receipt.tsx'

/** One order beside the list: what it is for, what it came to, how it stands, and what can be done about it. */
export function OrderPanel({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { i18n } = useLingui()
  const { data, error, refetch } = useQuery(orderQuery(orderId))
  if (data === undefined)
    return (
      <SidePanel title={<Trans>Order</Trans>} onClose={onClose}>
        <NotThereYet error={error} title={<Trans>The order could not be loaded.</Trans>} onRetry={() => void refetch()} />
      </SidePanel>
    )
  const { order } = data
  return (
    <SidePanel
      title={i18n._(orderWord(order))}
      actions={<OrderActions key={order.status} order={order} onClose={onClose} />}
      onClose={onClose}
    >
      <OrderFacts order={order} />
      <PriceLines lines={order.lines} amountCents={order.amountCents} isCloud={order.cloud !== null} />
      {order.payFault !== null && <p role="note">{errorText({ code: order.payFault })}</p>}
    </SidePanel>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const { i18n } = useLingui()
  return (
    <Facts
      facts={[
        { name: <Trans>State</Trans>, value: <StateOf order={order} /> },
        { name: <Trans>Order</Trans>, value: order.orderId, isFigures: true },
        { name: <Trans>Cameras</Trans>, value: i18n.number(order.chlNum), isFigures: true },
        { name: <Trans>Term</Trans>, value: termText(order.durationType, i18n.locale) },
        ...cloudFacts(order.cloud, i18n),
        { name: <Trans>Ordered</Trans>, value: dateTimeText(order.createdAtMs, i18n.locale), isFigures: true },
        {
          name: <Trans>Paid</Trans>,
          value: order.paidAtMs === null ? undefined : dateTimeText(order.paidAtMs, i18n.locale),
          isFigures: true,
        },
        { name: <Trans>Paid by</Trans>, value: order.payType === null ? undefined : i18n._(payTypeWords[order.payType]) },
      ]}
    />
  )
}

/** What an order of cloud storage is for: combo, cameras by their names, what is kept, and how it stands. */
function cloudFacts(cloud: Order['cloud'], i18n: I18n) {
  if (cloud === null) return []
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' })
  const gone = i18n._(msg`a camera that is gone`)
  return [
    { name: <Trans>Package</Trans>, value: i18n._(goodsWords[cloud.goodsId]) },
    { name: <Trans>For</Trans>, value: list.format(cloud.channels.map(({ channelName }) => channelName ?? gone)) },
    { name: <Trans>What is kept</Trans>, value: list.format(cloud.triggers.map((trigger) => i18n._(triggerWords[trigger]))) },
    { name: <Trans>Automatic renewal</Trans>, value: cloud.autoRenew ? <Trans>On</Trans> : <Trans>Off</Trans> },
    {
      name: <Trans>Cloud storage</Trans>,
      value: cloud.serviceStatus === null ? undefined : i18n._(cloudStatusWords[cloud.serviceStatus].word),
    },
  ]
}

/** How an order stands, in a word and by its shape. */
export function StateOf({ order }: { order: Order }) {
  const { i18n } = useLingui()
  const { dot, word } = orderState(order, serviceNowMs())
  const text = i18n._(word)
  return (
    <span className={tables['status']}>
      <StatusDot status={dot} word={text} hideWord />
      <span>{text}</span>
    </span>
  )
}

type Asked = 'cancel' | 'delete' | 'receipt'

function OrderActions({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<Asked>()
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const isOpen = order.status === orderStatuses.toBePaid
  return (
    <>
      {isOpen && (
        <Link className={buttons['main']} to="/service/servicelicense/pay" search={{ order: order.orderId }}>
          <Trans>Pay now</Trans>
        </Link>
      )}
      {isOpen && (
        <OnlineButton variant="default" offlineReason={offlineReason} onClick={() => setAsked('cancel')}>
          <Trans>Cancel the order</Trans>
        </OnlineButton>
      )}
      {order.paidAtMs !== null && (
        <Button variant="default" onClick={() => setAsked('receipt')}>
          <Trans>Receipt</Trans>
        </Button>
      )}
      {deletableOrders.includes(order.status) && (
        <OnlineButton variant="default" offlineReason={offlineReason} onClick={() => setAsked('delete')}>
          <Trans>Take out of the list</Trans>
        </OnlineButton>
      )}
      {asked === 'receipt' && <Receipt order={order} onClose={() => setAsked(undefined)} />}
      {asked === 'cancel' && (
        <Question
          title={<Trans>Cancel this order?</Trans>}
          answer={<Trans>Cancel the order</Trans>}
          isDanger
          offlineReason={offlineReason}
          onAnswer={() => cancelOrder(order.orderId)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            <Trans>Nothing was charged for it. You can order again at any time.</Trans>
          </p>
        </Question>
      )}
      {asked === 'delete' && (
        <Question
          title={<Trans>Take this order out of the list?</Trans>}
          answer={<Trans>Take out</Trans>}
          isDanger
          offlineReason={offlineReason}
          onAnswer={async () => {
            await deleteOrder(order.orderId)
            onClose()
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>
            <Trans>Nobody of your organization sees it any more. The service keeps it in its books.</Trans>
          </p>
        </Question>
      )}
    </>
  )
}
