import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { remoteAccessStatuses, type RemoteAccessStatus } from '#contract/states/remote-access.ts'
import type { AccessRequest } from '../../data/organization/installer.ts'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import { durationName } from '../../ui/text/access-durations.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
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

const idOf = ({ requestId }: AccessRequest) => requestId
const companyOf = ({ companyName }: AccessRequest) => companyName

/** The last requests that are over. */
export function AccessHistory({ requests }: { requests: readonly AccessRequest[] }) {
  const { t, i18n } = useLingui()
  const columns: Column<AccessRequest>[] = [
    { id: 'company', name: t`Earlier requests`, kind: 'long', title: companyOf, cell: companyOf },
    {
      id: 'asked',
      name: t`Asked at`,
      kind: 'figures',
      narrow: 'second',
      cell: ({ createdAtMs }) => dateTimeText(createdAtMs, i18n.locale),
    },
    {
      id: 'duration',
      name: t`For how long`,
      narrow: 'none',
      cell: ({ grantedMinutes, askedMinutes }) => i18n._(durationName(grantedMinutes ?? askedMinutes)),
    },
    { id: 'result', name: t`Result`, cell: ({ status }) => i18n._(results[status]) },
  ]
  return (
    <div className={classes['history']}>
      <DataTable
        id="access-history"
        label={t`Earlier requests`}
        columns={columns}
        rows={requests.slice(0, MOST_SHOWN)}
        rowId={idOf}
        rowName={companyOf}
      />
    </div>
  )
}
