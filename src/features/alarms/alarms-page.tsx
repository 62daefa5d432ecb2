import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { alarmsQuery, markAlarmsRead, unreadAlarmsQuery } from '../../data/records/alarms.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { useHasNoRights } from '../../data/person/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { NoneAssigned } from '../../ui/page/none-assigned.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Pager } from '../../ui/controls/pager.tsx'
import { AlarmTable } from './alarm-table.tsx'
import { useHeldList } from './use-held-list.ts'
import classes from './alarms.module.css'

const AlarmPanel = lazy(() => import('./alarm-panel.tsx').then(({ AlarmPanel }) => ({ default: AlarmPanel })))

const PAGE_SIZE = 50
const none: ReadonlySet<string> = new Set()

export function AlarmsPage() {
  const { t, i18n } = useLingui()
  const { page = 1, unread: unreadOnly, alarm: openId } = useSearch({ from: '/_home/alerts' })
  const navigate = useNavigate({ from: '/alerts' })
  const asked = alarmsQuery({ pageNum: page, pageSize: PAGE_SIZE, unreadOnly })
  const query = useQuery(asked)
  const age = useAnswerAge(asked.queryKey)
  const hasNoRights = useHasNoRights()
  const { data: unread } = useQuery(unreadAlarmsQuery)
  const { alarms, newer, showNewer } = useHeldList(query.data?.alarms, `${page} ${unreadOnly}`)
  const [chosen, setChosen] = useState(none)
  const chosenUnread = alarms?.filter(({ alarmId, isRead }) => chosen.has(alarmId) && !isRead).map(({ alarmId }) => alarmId) ?? []
  const chosenCount = i18n.number(chosenUnread.length)
  const opened = alarms?.find(({ alarmId }) => alarmId === openId)
  const open = (alarmId?: string) => void navigate({ search: (now) => ({ ...now, alarm: alarmId }) })
  function readChosen() {
    setChosen(none)
    void markAlarmsRead(chosenUnread)
  }

  return (
    <Mantine>
      <Page
        title={<Trans>Alarms</Trans>}
        filters={
          <>
            <ChoiceBar
              label={t`Which alarms`}
              choices={[
                { id: 'all', name: t`All` },
                { id: 'unread', name: t`Unread` },
              ]}
              value={unreadOnly ? 'unread' : 'all'}
              onChoose={(which) => void navigate({ search: which === 'unread' ? { unread: true } : {} })}
            />
            <AsOf timeMs={age} />
          </>
        }
        action={
          chosenUnread.length > 0 ? (
            <Button variant="default" onClick={readChosen}>
              <Trans>Mark {chosenCount} as read</Trans>
            </Button>
          ) : (
            <Button variant="default" disabled={!unread?.count} onClick={() => void markAlarmsRead('all')}>
              <Trans>Mark all as read</Trans>
            </Button>
          )
        }
        foot={
          <Pager
            total={query.data?.total ?? 0}
            page={page}
            size={PAGE_SIZE}
            sizes={[PAGE_SIZE]}
            onPage={(next) => void navigate({ search: (now) => ({ ...now, alarm: undefined, page: next }) })}
          />
        }
      >
        {newer > 0 && (
          <button type="button" className={classes['newer']} onClick={showNewer}>
            <Plural value={newer} one="# new alarm" other="# new alarms" />
          </button>
        )}
        <AlarmTable
          alarms={alarms}
          error={query.error}
          empty={
            hasNoRights ? (
              <NoneAssigned drawing="bell" />
            ) : (
              <Notice
                drawing="bell"
                title={unreadOnly ? <Trans>No unread alarms.</Trans> : <Trans>No alarms. All devices and cameras answer.</Trans>}
              />
            )
          }
          openId={opened?.alarmId}
          chosen={chosen}
          onChoose={setChosen}
          onRetry={() => void query.refetch()}
          onOpen={({ alarmId }) => open(alarmId)}
          onRead={(alarmId) => void markAlarmsRead([alarmId])}
        />
        <Suspense>
          {opened && <AlarmPanel alarm={opened} onRead={() => void markAlarmsRead([opened.alarmId])} onClose={() => open()} />}
        </Suspense>
      </Page>
    </Mantine>
  )
}
