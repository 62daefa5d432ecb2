import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { ForRoles } from '../../data/person/for-roles.tsx'
import { accessRequestsQuery, isInUse } from '../../data/organization/installer.ts'
import { remainingText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import classes from './frame.module.css'

/** Says on every page that an installer may act as administrator, and for how long still (rule 4.8). For administrators. */
export function RemoteAccessLine() {
  return (
    <ForRoles roles={['administrator']}>
      <Line />
    </ForRoles>
  )
}

function Line() {
  const { i18n } = useLingui()
  const { data } = useQuery(accessRequestsQuery)
  const { clockOffsetMs } = useSnapshot(coreState)
  const now = useNow() + clockOffsetMs
  const request = data?.requests.find((one) => isInUse(one, now))
  if (request === undefined) return null
  const { companyName, untilMs } = request
  return (
    <div className={classes['line']} data-tone="warning" data-remote-access>
      <span role="status">
        <Trans>{companyName} may act as administrator by remote access.</Trans>
      </span>
      <span className="sl-figures" role="timer">
        {untilMs === null ? <Trans>Without an end</Trans> : remainingText(untilMs - now, i18n.locale)}
      </span>
      <Link to="/privacySecurity">
        <Trans>Manage</Trans>
      </Link>
    </div>
  )
}
