import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useCallback, useMemo, type ReactNode } from 'react'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { markAlarmsRead } from '../../data/records/alarms.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import { withAside } from '../../ui/text/joined.ts'
import tables from '../../ui/controls/table/table.module.css'
import { alarmKindNames } from '../../ui/text/alarm-names.ts'
import { useNow } from '../../ui/text/use-now.ts'
import { AlarmName, AlarmPicture, Handling, Recovered, Started } from './alarm-parts.tsx'
import { chosenBy, isChosen, type AlarmRow } from './bursts.ts'
import { handle } from './handle.ts'
import type { AlarmList } from './use-alarm-list.ts'
import classes from './alarms.module.css'

interface AlarmTableProps {
  list: AlarmList
  empty: ReactNode
  /** The alarm whose panel is open. */
  openId: string | undefined
  /** Identifiers of alarms. */
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onOpen: (alarm: Alarm) => void
}

/** How often the ages of alarms are told anew. */
const AGO_MS = 30_000

const idOf = ({ id }: AlarmRow) => id
const isRead = ({ alarms }: AlarmRow) => alarms.every((alarm) => alarm.isRead)
const of = (text: (alarm: Alarm) => string) => (row: AlarmRow) => text(row.alarms[0])

function useColumns(unfold: (row: AlarmRow) => void): Column<AlarmRow>[] {
  const { t } = useLingui()
  const nowMs = useNow(AGO_MS)
  const zones = useSiteZones()
  // The same until a half minute is over: rows that are drawn already are not drawn again for anything else. All of them stand beside one another from 1280 px on.
  return useMemo((): Column<AlarmRow>[] => {
    const [source, site] = [of(({ sourceName }) => sourceName), of(({ siteName }) => siteName)]
    return [
      {
        id: 'alarm',
        name: t`Alarm`,
        kind: 'main',
        widthPx: 288,
        cell: (row) => {
          const [alarm] = row.alarms
          return (
            <span className={tables['status']} data-member={row.kind === 'member' || undefined}>
              {alarm.pictureUrl === null ? (
                <span className={classes['unpictured']} />
              ) : (
                <AlarmPicture alarm={alarm} zone={zones.ofSite(alarm.siteId)} />
              )}
              <AlarmName alarm={alarm} />
              {row.kind === 'burst' && <BurstButton row={row} onPress={() => unfold(row)} />}
              {!isRead(row) && (
                <span className={`${classes['unread']} sl-unseen-narrow`}>
                  <Trans>New</Trans>
                </span>
              )}
            </span>
          )
        },
      },
      { id: 'source', name: t`Source`, widthPx: 192, title: source, cell: source },
      { id: 'site', name: t`Site`, widthPx: 136, title: site, cell: site },
      {
        id: 'time',
        name: t`Started`,
        widthPx: 224,
        cell: ({ alarms: [alarm] }) => <Started alarm={alarm} zone={zones.ofSite(alarm.siteId)} nowMs={nowMs} />,
      },
      {
        id: 'recovered',
        name: t`Recovered`,
        narrow: 'none',
        widthPx: 116,
        cell: ({ alarms: [alarm] }) => <Recovered alarm={alarm} zone={zones.ofSite(alarm.siteId)} />,
      },
      { id: 'handling', name: t`Handling`, narrow: 'second', widthPx: 124, cell: ({ alarms }) => <Handling alarms={alarms} /> },
      {
        id: 'actions',
        name: t`Actions`,
        isNameHidden: true,
        kind: 'actions',
        widthPx: 88,
        cell: (row) => <RowActions row={row} />,
      },
    ]
  }, [t, nowMs, zones, unfold])
}

/** How many alarms a burst has; a press shows them all. */
function BurstButton({ row: { alarms, isUnfolded }, onPress }: { row: AlarmRow; onPress: () => void }) {
  const { length } = alarms
  return (
    <button type="button" className={classes['burst']} aria-expanded={isUnfolded} onClick={onPress}>
      <IconChevronRight size={14} stroke={1.5} aria-hidden />
      <Plural value={length} one="# alarm" other="# alarms" />
    </button>
  )
}

function RowActions({ row: { alarms } }: { row: AlarmRow }) {
  const { t } = useLingui()
  const source = alarms[0].sourceName
  const open = alarms.filter(({ handling }) => handling.state === 'open')
  const unread = alarms.filter((alarm) => !alarm.isRead).map(({ alarmId }) => alarmId)
  return (
    <span className={classes['rowActions']}>
      {unread.length > 0 && (
        <IconButton label={t`Mark “${source}” as read`} onClick={() => void markAlarmsRead(unread)}>
          <IconCheck size={16} stroke={1.5} aria-hidden />
        </IconButton>
      )}
      {open.length > 0 && (
        <IconButton label={t`Acknowledge “${source}”`} onClick={() => void handle(open, { state: 'acknowledged' })}>
          <IconChecks size={16} stroke={1.5} aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

/** The alarms that are loaded: single ones, and bursts of one cause that open to theirs. */
export function AlarmTable({ list, empty, openId, chosen, onChoose, onOpen }: AlarmTableProps) {
  const { t, i18n } = useLingui()
  const nameOf = useCallback(
    ({ alarms: [alarm, ...others] }: AlarmRow) => {
      const name = withAside(i18n._(alarmKindNames[alarm.kind]), alarm.sourceName)
      return others.length === 0 ? name : withAside(name, i18n.number(others.length + 1))
    },
    [i18n],
  )
  const { rows, unfold } = list
  const columns = useColumns(unfold)
  const ticked = useMemo(() => new Set(rows?.filter((row) => isChosen(row, chosen)).map(idOf)), [rows, chosen])
  return (
    <DataTable
      id="alarms"
      label={t`Alarms`}
      className={classes['alarms']}
      columns={columns}
      rows={rows}
      rowId={idOf}
      rowName={nameOf}
      error={list.error}
      failed={<Trans>The alarms could not be loaded.</Trans>}
      onRetry={list.retry}
      empty={empty}
      isDim={isRead}
      openId={openId}
      onOpen={(row) => (row.kind === 'burst' ? unfold(row) : onOpen(row.alarms[0]))}
      selection={{ chosen: ticked, onChoose: (now) => onChoose(chosenBy(rows ?? [], chosen, now)) }}
      onShown={list.onShown}
    />
  )
}
