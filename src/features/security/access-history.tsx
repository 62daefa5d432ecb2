import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { remoteAccessStatuses, type RemoteAccessStatus } from '#contract/states/remote-access.ts'
import type { AccessRequest } from '../../data/organization/installer.ts'
import { durationName } from '../../ui/text/access-durations.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import tables from '../../ui/controls/table.module.css'
import classes from './security.module.css'

const MOST_SHOWN = 10

const results: Record<RemoteAccessStatus, MessageDescriptor> = {
  [remoteAccessStatuses.pending]: msg`Waits for your decision`,
  // It is only in this list once its time is over.
  [remoteAccessStatuses.accepted]: msg`Ended by time`,
  [remoteAccessStatuses.refused]: msg`Refused`,
  [remoteAccessStatuses.terminated]: msg`Revoked`,
  [remoteAccessStatuses.expired]: msg`Ended by time`,
}

/** The last requests that are over. */
export function AccessHistory({ requests }: { requests: readonly AccessRequest[] }) {
  const { t, i18n } = useLingui()
  return (
    <div className={classes['history']}>
      <table className={tables['table']} aria-label={t`Earlier requests`}>
        <thead className="sl-unseen-narrow">
          <tr>
            <th>
              <Trans>Earlier requests</Trans>
            </th>
            <th>
              <Trans>Asked at</Trans>
            </th>
            <th>
              <Trans>For how long</Trans>
            </th>
            <th>
              <Trans>Result</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.slice(0, MOST_SHOWN).map((request) => (
            <tr key={request.requestId}>
              <td className={tables['main']}>{request.companyName}</td>
              <td className="sl-figures" data-cell="detail">
                {dateTimeText(request.createdAtMs, i18n.locale)}
              </td>
              <td data-cell="minor">{i18n._(durationName(request.grantedMinutes ?? request.askedMinutes))}</td>
              <td>{i18n._(results[request.status])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
