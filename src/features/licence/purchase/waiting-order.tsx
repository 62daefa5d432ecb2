import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orderStatuses } from '#contract/states/order.ts'
import { ordersQuery } from '../../../data/organization/purchases.ts'
import { moneyText } from '../../../ui/text/money-text.ts'
import classes from './purchase.module.css'

/** An order that still waits for its payment: a new one takes its place. */
export function WaitingOrder() {
  const { i18n } = useLingui()
  const { data } = useQuery(ordersQuery({ pageNum: 1, pageSize: 1, statuses: [orderStatuses.toBePaid] }))
  const [waiting] = data?.orders ?? []
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
