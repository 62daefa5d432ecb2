import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { Order } from '#contract/calls/licence/order.ts'
import { orderStatuses } from '#contract/states/order.ts'
import type { PayType } from '#contract/payment.ts'
import { coreState, serviceNowMs } from '../../../data/core/core.ts'
import { beginPayment, cancelOrder, orderQuery, payTypesQuery } from '../../../data/organization/purchases.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Facts } from '../../../ui/controls/facts.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { Question } from '../../../ui/form/question.tsx'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { orderWord, payTypeWords } from '../../../ui/order/order-words.ts'
import { PriceLines } from '../../../ui/order/price-lines.tsx'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { errorText } from '../../../ui/text/error-text.ts'
import { moneyText, termText } from '../../../ui/text/money-text.ts'
import { durationText, remainingText } from '../../../ui/text/time-text.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import { BackToLicence } from '../back-to-licence.tsx'
import { buyAgain } from '../cloud/cloud-search.ts'
import { Explanation } from './explanation.tsx'
import classes from './purchase.module.css'

const SECOND_MS = 1_000
/** More of them are said in hours or days. */
const MINUTES_SAID = 120

/** Pays an order, as long as it waits for that. For administrators. */
export function PayPage() {
  const { order: orderId = '' } = useSearch({ from: '/_home/service/servicelicense/pay' })
  const { data, error, refetch } = useQuery({ ...orderQuery(orderId), enabled: orderId !== '', refetchOnMount: 'always' })
  return (
    <Mantine>
      <Page back={<BackToLicence />} title={<Trans>Pay for the order</Trans>}>
        {orderId === '' ? (
          <Notice
            drawing="search"
            title={<Trans>No order was chosen.</Trans>}
            step={
              <Link to="/service/order">
                <Trans>Open the orders</Trans>
              </Link>
            }
          />
        ) : data === undefined ? (
          <NotThereYet error={error} title={<Trans>The order could not be loaded.</Trans>} onRetry={() => void refetch()} />
        ) : (
          <OrderToPay order={data.order} />
        )}
      </Page>
    </Mantine>
  )
}

function OrderToPay({ order }: { order: Order }) {
  // The clock of the page is not believed.
  useNow(SECOND_MS)
  const leftMs = order.payBeforeMs - serviceNowMs()
  if (order.status === orderStatuses.toBePaid && leftMs > 0) return <Payment order={order} leftMs={leftMs} />
  const record = (
    <Link to="/service/order" search={{ order: order.orderId }}>
      <Trans>See the order</Trans>
    </Link>
  )
  const isLate = order.status === orderStatuses.toBePaid || order.status === orderStatuses.cancelled
  if (!isLate) return <Notice drawing="search" title={<Trans>This order does not wait for a payment any more.</Trans>} step={record} />
  const { kind, chlNum: cameras, durationType: term } = order
  return (
    <Notice
      drawing="cloud"
      title={<Trans>The time to pay this order is over. Nothing was charged.</Trans>}
      step={
        order.cloud !== null ? (
          <Link to="/service/serviceCloudstorage/buy" search={buyAgain(order.cloud, term)}>
            <Trans>Order the same again</Trans>
          </Link>
        ) : (
          kind !== 'trial' && (
            <Link to="/service/servicelicense/purchase" search={{ kind, cameras, term: kind === 'upgrade' ? undefined : term }}>
              <Trans>Order the same again</Trans>
            </Link>
          )
        )
      }
    />
  )
}

function Payment({ order, leftMs }: { order: Order; leftMs: number }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const { data: ways } = useQuery(payTypesQuery)
  const [chosen, setChosen] = useState<PayType>()
  const [isCancelling, setCancelling] = useState(false)
  const { isBusy, trouble, run } = useAction()
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const way = chosen ?? order.payType ?? ways?.payTypes[0]?.payType
  const amount = moneyText(order.amountCents, i18n.locale)
  const pay = () =>
    run(async () => {
      if (way === undefined) return
      const { payUrl } = await beginPayment({ orderId: order.orderId, payType: way })
      location.assign(payUrl)
    })
  return (
    <div className={classes['purchase']}>
      <div className={classes['wish']}>
        <OrderFacts order={order} />
        <PriceLines lines={order.lines} amountCents={order.amountCents} isCloud={order.cloud !== null} />
      </div>
      <section className={classes['bill']} aria-label={t`Payment`}>
        <Countdown leftMs={leftMs} />
        {order.payFault !== null && (
          <p className={classes['short']} role="alert">
            {errorText({ code: order.payFault })}
          </p>
        )}
        {ways?.payTypes.length === 0 ? (
          <p role="alert">
            <Trans>This service takes no payments. Ask whoever runs it for you.</Trans>
          </p>
        ) : (
          <fieldset className={classes['ways']}>
            <legend>
              <Trans>Pay by</Trans>
            </legend>
            {ways?.payTypes.map(({ payType }) => (
              <label key={payType}>
                <input type="radio" name="way" checked={payType === way} onChange={() => setChosen(payType)} />
                {i18n._(payTypeWords[payType])}
              </label>
            ))}
          </fieldset>
        )}
        {ways?.payTypes.some(({ isSandbox }) => isSandbox) && (
          <p className={classes['note']}>
            <Trans>This is a demonstration: no money moves.</Trans>
          </p>
        )}
        {order.cloud?.autoRenew === true && (
          <p className={classes['note']}>
            <Trans>What you pay with is kept by the payment provider for the renewals that you agreed to.</Trans>
          </p>
        )}
        <TroubleLine text={trouble} />
        <OnlineButton fullWidth offlineReason={offlineReason} loading={isBusy} disabled={way === undefined} onClick={() => void pay()}>
          <Trans>Pay {amount}</Trans>
        </OnlineButton>
        <Button variant="default" fullWidth onClick={() => setCancelling(true)}>
          <Trans>Cancel the order</Trans>
        </Button>
        <p className={classes['note']}>
          <Trans>You pay on the page of the payment provider, and come back here. No card number passes through this service.</Trans>
        </p>
      </section>
      <Explanation />
      {isCancelling && (
        <Question
          title={<Trans>Cancel this order?</Trans>}
          answer={<Trans>Cancel the order</Trans>}
          isDanger
          offlineReason={offlineReason}
          onAnswer={async () => {
            await cancelOrder(order.orderId)
            await navigate({ to: order.cloud === null ? '/service/servicelicense/list' : '/service/serviceCloudstorage/purchase' })
          }}
          onClose={() => setCancelling(false)}
        >
          <p>
            <Trans>Nothing was charged for it. You can order again at any time.</Trans>
          </p>
        </Question>
      )}
    </div>
  )
}

/** Screen readers are told the minutes. */
function Countdown({ leftMs }: { leftMs: number }) {
  const { t, i18n } = useLingui()
  const minutes = Math.ceil(leftMs / (60 * SECOND_MS))
  const long = durationText(leftMs, i18n.locale)
  const label =
    minutes > MINUTES_SAID
      ? t`Time left to pay: ${long}`
      : plural(minutes, { one: '# minute is left to pay.', other: '# minutes are left to pay.' })
  return (
    <div role="timer" aria-label={label}>
      <p aria-hidden>
        <Trans>Time left to pay</Trans>
      </p>
      <p className={`${classes['clock']} sl-figures`} aria-hidden>
        {remainingText(leftMs, i18n.locale)}
      </p>
    </div>
  )
}

function OrderFacts({ order }: { order: Order }): ReactNode {
  const { i18n } = useLingui()
  const { orderId, chlNum, durationType } = order
  return (
    <Facts
      facts={[
        { name: <Trans>Order</Trans>, value: orderId, isFigures: true },
        { name: <Trans>What it is for</Trans>, value: i18n._(orderWord(order)) },
        { name: <Trans>Cameras</Trans>, value: i18n.number(chlNum), isFigures: true },
        { name: <Trans>Term</Trans>, value: termText(durationType, i18n.locale) },
      ]}
    />
  )
}
