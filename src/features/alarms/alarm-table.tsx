import { Trans, useLingui } from '@lingui/react/macro'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useCallback, type ReactNode } from 'react'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import tables from '../../ui/controls/table/table.module.css'
import { AlarmName, AlarmPicture, kindNames, Recovered, Started } from './alarm-parts.tsx'
import classes from './alarms.module.css'

interface AlarmTableProps {
  alarms: readonly Alarm[] | undefined
  error: Error | null
  empty: ReactNode
  /** The alarm whose panel is open. */
  openId: string | undefined
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onRetry: () => void
  onOpen: (alarm: Alarm) => void
  onRead: (alarmId: string) => void
}

const idOf = ({ alarmId }: Alarm) => alarmId
const isRead = (alarm: Alarm) => alarm.isRead

function useColumns(onRead: (alarmId: string) => void): Column<Alarm>[] {
  const { t } = useLingui()
  return [
    {
      id: 'alarm',
      name: t`Alarm`,
      kind: 'main',
      widthPx: 280,
      cell: (alarm) => (
        <span className={tables['status']}>
          {alarm.pictureUrl === null ? <span className={classes['unpictured']} /> : <AlarmPicture alarm={alarm} />}
          <AlarmName alarm={alarm} />
          {!alarm.isRead && (
            <span className={`${classes['unread']} sl-unseen-narrow`}>
              <Trans>New</Trans>
            </span>
          )}
        </span>
      ),
    },
    { id: 'source', name: t`Source`, widthPx: 240, title: ({ sourceName }) => sourceName, cell: ({ sourceName }) => sourceName },
    { id: 'site', name: t`Site`, widthPx: 200, title: ({ siteName }) => siteName, cell: ({ siteName }) => siteName },
    { id: 'time', name: t`Started`, widthPx: 200, cell: (alarm) => <Started alarm={alarm} /> },
    { id: 'recovered', name: t`Recovered`, narrow: 'none', cell: (alarm) => <Recovered alarm={alarm} /> },
    {
      id: 'actions',
      name: t`Actions`,
      isNameHidden: true,
      kind: 'actions',
      cell: ({ alarmId, sourceName: source, isRead: isKnown }) =>
        !isKnown && (
          <IconButton label={t`Mark “${source}” as read`} onClick={() => onRead(alarmId)}>
            <IconCheck size={16} stroke={1.5} aria-hidden />
          </IconButton>
        ),
    },
  ]
}

/** The alarms of a page. */
export function AlarmTable({ alarms, error, empty, openId, chosen, onChoose, onRetry, onOpen, onRead }: AlarmTableProps) {
  const { t, i18n } = useLingui()
  const nameOf = useCallback((alarm: Alarm) => `${i18n._(kindNames[alarm.kind])}, ${alarm.sourceName}`, [i18n])
  const columns = useColumns(onRead)
  return (
    <DataTable
      id="alarms"
      label={t`Alarms`}
      className={classes['alarms']}
      columns={columns}
      rows={alarms}
      rowId={idOf}
      rowName={nameOf}
      error={error}
      failed={<Trans>The alarms could not be loaded.</Trans>}
      onRetry={onRetry}
      empty={empty}
      isDim={isRead}
      openId={openId}
      onOpen={onOpen}
      selection={{ chosen, onChoose }}
    />
  )
}
