import { Trans, useLingui } from '@lingui/react/macro'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import type { ReactNode } from 'react'
import { SUCCESS } from '#contract/envelope.ts'
import type { OpLog } from '../../data/organization/op-logs.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import tables from '../../ui/controls/table/table.module.css'
import { moduleName, operationName } from './log-names.ts'
import { resultText } from './log-result.ts'
import classes from './logs.module.css'

interface LogTableProps {
  /** What is wrong with the filter: nothing was asked for. */
  trouble?: ReactNode
  logs: readonly OpLog[] | undefined
  error: Error | null
  onRetry: () => void
  onOpen: (log: OpLog) => void
}

const idOf = ({ logId }: OpLog) => logId
const nameOf = (log: OpLog) => operationName(log.function)

function useColumns(onOpen: (log: OpLog) => void): Column<OpLog>[] {
  const { t, i18n } = useLingui()
  return [
    { id: 'operation', name: t`Operation`, kind: 'main', widthPx: 240, title: nameOf, cell: nameOf },
    { id: 'time', name: t`Time`, kind: 'figures', narrow: 'second', widthPx: 200, cell: ({ atMs }) => dateTimeText(atMs, i18n.locale) },
    { id: 'person', name: t`Person`, narrow: 'second', cell: ({ userName }) => userName || '–' },
    { id: 'module', name: t`Module`, narrow: 'none', cell: ({ module }) => moduleName(module) },
    { id: 'address', name: t`Address`, kind: 'code', narrow: 'none', cell: ({ address }) => address },
    {
      id: 'result',
      name: t`Result`,
      widthPx: 280,
      title: ({ code }) => resultText(code),
      cell: ({ code }) => (
        <span className={tables['status']}>
          <StatusDot status={code === SUCCESS ? 'online' : 'warning'} word={resultText(code)} hideWord />
          <span>{resultText(code)}</span>
        </span>
      ),
    },
    {
      id: 'actions',
      name: t`Actions`,
      isNameHidden: true,
      kind: 'actions',
      cell: (log) => {
        const operation = nameOf(log)
        return (
          <IconButton label={t`Details of “${operation}”`} onClick={() => onOpen(log)}>
            <IconListDetails size={16} stroke={1.5} aria-hidden />
          </IconButton>
        )
      },
    },
  ]
}

/** The operations of a page. */
export function LogTable({ trouble, logs, error, onRetry, onOpen }: LogTableProps) {
  const { t } = useLingui()
  const columns = useColumns(onOpen)
  return (
    <DataTable
      id="logs"
      label={t`Operation logs`}
      className={classes['logs']}
      columns={columns}
      rows={logs}
      rowId={idOf}
      rowName={nameOf}
      error={error}
      failed={<Trans>The operation logs could not be loaded.</Trans>}
      onRetry={onRetry}
      empty={<Notice drawing="search" title={trouble || <Trans>Nothing was done in these days that matches the filters.</Trans>} />}
      onOpen={onOpen}
    />
  )
}
