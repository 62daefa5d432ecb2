import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cloudInfoQuery } from '../../../data/organization/cloud-storage.ts'
import { errorText } from '../../../ui/text/error-text.ts'
import { moneyText } from '../../../ui/text/money-text.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import purchase from '../purchase/purchase.module.css'
import classes from './cloud.module.css'

/** Renewals that could not be charged: why, when it is tried again, and how one pays by hand meanwhile. */
export function RefusedRenewals() {
  const { i18n } = useLingui()
  const { data } = useQuery(cloudInfoQuery)
  if (data === undefined || data.renewals.length === 0) return null
  return (
    <div className={classes['refused']}>
      {data.renewals.map(({ orderId, cameras, amountCents, payFault, nextTryMs, endsAtMs }) => {
        const amount = moneyText(amountCents, i18n.locale)
        const end = dateTimeText(endsAtMs, i18n.locale)
        const next = nextTryMs === null ? '' : dateTimeText(nextTryMs, i18n.locale)
        return (
          <p key={orderId} className={purchase['waiting']} role="note">
            <strong>
              <Plural
                value={cameras}
                one={`The renewal for # camera, ${amount}, is not paid yet.`}
                other={`The renewal for # cameras, ${amount}, is not paid yet.`}
              />
            </strong>{' '}
            {payFault !== null && errorText({ code: payFault })}{' '}
            {nextTryMs === null ? <Trans>It is not tried again.</Trans> : <Trans>It is tried again on {next}.</Trans>}{' '}
            <Trans>Recordings go on until {end}.</Trans>{' '}
            <Link to="/service/servicelicense/pay" search={{ order: orderId }}>
              <Trans>Pay now</Trans>
            </Link>
          </p>
        )
      })}
    </div>
  )
}
