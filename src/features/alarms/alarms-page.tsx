import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { useHasNoRights } from '../../data/person/roles.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { alarmsQuery, markAlarmsRead } from '../../data/records/alarms.ts'
import { unreadAlarmsQuery } from '../../data/records/unread-alarms.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { TimeNotice } from '../../ui/filters/time-notice.tsx'
import { timeTrouble } from '../../ui/filters/time-trouble.ts'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { NoneAssigned } from '../../ui/page/none-assigned.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { AlarmTable } from './alarm-table.tsx'
import { alarmFilterCount, alarmFilterOf, noAlarmFilter, type AlarmsSearch } from './alarms-search.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useAlarmList } from './use-alarm-list.ts'
import { useBusy, useEscape } from './use-busy.ts'
import classes from './alarms.module.css'

const AlarmPanel = lazy(() => import('./alarm-panel.tsx').then(({ AlarmPanel }) => ({ default: AlarmPanel })))
const AlarmFilters = lazy(() => import('./alarm-filters.tsx').then(({ AlarmFilters }) => ({ default: AlarmFilters })))

const none: ReadonlySet<string> = new Set()

/** The alarms, the newest first, without an end: who looks into them, what was found, and what is new. The address holds what is listed. */
export function AlarmsPage() {
  const { t } = useLingui()
  const search = useSearch({ from: '/_home/alerts' })
  const navigate = useNavigate({ from: '/alerts' })
  const { session } = useSnapshot(coreState)
  const filter = alarmFilterOf(search, session.kind === 'signed-in' ? session.user.userId : '')
  const { fromMs, toMs } = filter
  const trouble = fromMs !== undefined && toMs !== undefined ? timeTrouble({ fromMs, toMs }) : undefined
  const [chosen, setChosen] = useState(none)
  const [isFiltering, setFiltering] = useState(false)
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const clear = useCallback(() => setChosen(none), [])
  useEscape(element, clear)
  const isBusy = useBusy(element) || search.alarm !== undefined || chosen.size > 0
  const list = useAlarmList(filter, trouble === undefined, isBusy)
  const age = useAnswerAge(alarmsQuery(filter).queryKey)
  const hasNoRights = useHasNoRights()
  const { data: unread } = useQuery(unreadAlarmsQuery)
  const chosenAlarms = useMemo(
    () => (chosen.size === 0 ? [] : list.alarms.filter(({ alarmId }) => chosen.has(alarmId))),
    [list.alarms, chosen],
  )
  const open = (alarmId?: string) =>
    void navigate({ search: (now) => ({ ...now, alarm: alarmId }), replace: search.alarm !== undefined && alarmId !== undefined })
  function change(next: Partial<AlarmsSearch>) {
    setChosen(none)
    void navigate({ search: (now) => ({ ...now, alarm: undefined, ...next }), replace: true })
  }
  const count = alarmFilterCount(search)

  return (
    <Mantine>
      <Page
        title={<Trans>Alarms</Trans>}
        filters={
          <div className={classes['head']}>
            <ChoiceBar
              label={t`Which alarms`}
              choices={[
                { id: 'all', name: t`All` },
                { id: 'unread', name: t`Unread` },
              ]}
              value={search.unread ? 'unread' : 'all'}
              onChoose={(which) => change({ unread: which === 'unread' ? true : undefined })}
            />
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
              onClick={() => setFiltering(true)}
            >
              {count > 0 ? <Trans>Filters ({count})</Trans> : <Trans>Filters</Trans>}
            </Button>
            {list.rows !== undefined && trouble === undefined && (
              <span className={`${classes['count']} sl-figures`} role="status">
                <Plural value={list.total} one="# alarm" other="# alarms" />
              </span>
            )}
            <AsOf timeMs={age} />
          </div>
        }
        action={
          <Button variant="default" disabled={!unread?.count} onClick={() => void markAlarmsRead('all')}>
            <Trans>Mark all as read</Trans>
          </Button>
        }
        foot={chosenAlarms.length > 0 && <SelectionBar alarms={chosenAlarms} onClear={clear} />}
      >
        <div ref={setElement}>
          {list.newer > 0 && (
            <button
              type="button"
              className={classes['newer']}
              onClick={() => {
                element?.parentElement?.scrollTo(0, 0)
                list.showNewer()
              }}
            >
              <Plural value={list.newer} one="# new alarm" other="# new alarms" />
            </button>
          )}
          {trouble === undefined ? (
            <AlarmTable
              list={list}
              empty={hasNoRights ? <NoneAssigned drawing="bell" /> : <NoAlarms search={search} onClear={change} />}
              openId={search.alarm}
              chosen={chosen}
              onChoose={setChosen}
              onOpen={({ alarmId }) => open(alarmId)}
            />
          ) : (
            <TimeNotice drawing="bell" trouble={trouble} onFilter={() => setFiltering(true)} onChange={change} />
          )}
          {list.more && trouble === undefined && (
            <div className={classes['more']}>
              <Button variant="default" size="compact-md" onClick={list.more}>
                <Trans>Show older alarms</Trans>
              </Button>
            </div>
          )}
        </div>
        <Suspense>
          {isFiltering && (
            <AlarmFilters search={search} alarms={list.alarms} trouble={trouble} onChange={change} onClose={() => setFiltering(false)} />
          )}
          {search.alarm !== undefined && <AlarmPanel alarmId={search.alarm} alarms={list.alarms} onShow={open} onClose={() => open()} />}
        </Suspense>
      </Page>
    </Mantine>
  )
}

function NoAlarms({ search, onClear }: { search: AlarmsSearch; onClear: (change: Partial<AlarmsSearch>) => void }) {
  if (alarmFilterCount(search) > 0) {
    return (
      <Notice
        drawing="bell"
        title={<Trans>No alarm is like that.</Trans>}
        step={
          <Button variant="default" onClick={() => onClear(noAlarmFilter)}>
            <Trans>Clear all filters</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <Notice
      drawing="bell"
      title={search.unread ? <Trans>No unread alarms.</Trans> : <Trans>No alarms. All devices and cameras answer.</Trans>}
    />
  )
}
