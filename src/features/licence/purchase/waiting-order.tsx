import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orderStatuses } from '#contract/states/order.ts'
import { ordersQuery } from '../../../data/organization/purchases.ts'
import { moneyText } from '../../../ui/text/money-text.ts'
import classes from './purchase.module.css'

/** One that somebody placed waits at most; others are renewals, whose place a new one does not take. */
const WAITING_MOST = 20

/** An order that still waits for its payment: a new one takes its place. */
export function WaitingOrder() {
  const { i18n } = useLingui()
  const { data } = useQuery(ordersQuery({ pageNum: 1, pageSize: WAITING_MOST, statuses: [orderStatuses.toBePaid] }))
  const waiting = data?.orders.find(({ cloud }) => cloud?.isAutomatic !== true)
  if (waiting === undefined) return null
  const amount = moneyText(waiting.amountCents, i18n.locale)
  return (
    <p className={classes['waiting']} role="note">
      <Trans>An order of {amount} still waits for its payment. A new one takes its place.</Trans>{' '}
      <Link to="/service/servicelicense/pay" search={{ order: waiting.orderId }}>
        <Trans>Pay that one</Trans>
      </Link>
    </p>
  )
}
