import { Trans, useLingui } from '@lingui/react/macro'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import { SUCCESS } from '#contract/envelope.ts'
import type { OpLog } from '../../data/organization/op-logs.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import tables from '../../ui/controls/table.module.css'
import { moduleName, operationName } from './log-names.ts'
import { resultText } from './log-result.ts'
import classes from './logs.module.css'

interface LogTableProps {
  logs: readonly OpLog[] | undefined
  error: Error | null
  onRetry: () => void
  onOpen: (log: OpLog) => void
}

/** The operations of a page; below 768 px two lines each. */
export function LogTable({ logs, error, onRetry, onOpen }: LogTableProps) {
  const { t } = useLingui()
  if (logs === undefined)
    return <NotThereYet error={error} title={<Trans>The operation logs could not be loaded.</Trans>} onRetry={onRetry} />
  if (logs.length === 0) return <Notice drawing="search" title={<Trans>Nothing was done in these days that matches the filters.</Trans>} />
  return (
    <table className={`${tables['table']} ${classes['logs']}`}>
      <thead className="sl-unseen-narrow">
        <tr>
          <th>
            <Trans>Operation</Trans>
          </th>
          <th>
            <Trans>Time</Trans>
          </th>
          <th>
            <Trans>Person</Trans>
          </th>
          <th>
            <Trans>Module</Trans>
          </th>
          <th>
            <Trans>Address</Trans>
          </th>
          <th>
            <Trans>Result</Trans>
          </th>
          <th className={tables['actions']} aria-label={t`Actions`} />
        </tr>
      </thead>
      <tbody>
        {logs.map((log) => (
          <LogRow key={log.logId} log={log} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

function LogRow({ log, onOpen }: { log: OpLog; onOpen: (log: OpLog) => void }) {
  const { t, i18n } = useLingui()
  const isDone = log.code === SUCCESS
  const result = resultText(log.code)
  const operation = operationName(log.function)
  return (
    <tr>
      <td className={tables['main']}>{operation}</td>
      <td className="sl-figures" data-cell="detail">
        {dateTimeText(log.atMs, i18n.locale)}
      </td>
      <td data-cell="detail">{log.userName || '–'}</td>
      <td data-cell="minor">{moduleName(log.module)}</td>
      <td className={tables['code']} data-cell="minor">
        {log.address}
      </td>
      <td>
        <span className={classes['result']} title={result}>
          <StatusDot status={isDone ? 'online' : 'warning'} word={result} hideWord />
          <span>{result}</span>
        </span>
      </td>
      <td className={tables['actions']}>
        <IconButton label={t`Details of “${operation}”`} onClick={() => onOpen(log)}>
          <IconListDetails size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </td>
    </tr>
  )
}
