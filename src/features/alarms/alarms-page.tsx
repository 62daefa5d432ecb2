import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { alarmsQuery, markAlarmsRead, unreadAlarmsQuery } from '../../data/records/alarms.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { useHasNoRights } from '../../data/person/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { NoneAssigned } from '../../ui/page/none-assigned.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Pager } from '../../ui/controls/pager.tsx'
import { AlarmTable } from './alarm-table.tsx'
import { useHeldList } from './use-held-list.ts'
import classes from './alarms.module.css'

const PAGE_SIZE = 50

export function AlarmsPage() {
  const { t } = useLingui()
  const { page = 1, unread: unreadOnly } = useSearch({ from: '/_home/alerts' })
  const navigate = useNavigate({ from: '/alerts' })
  const asked = alarmsQuery({ pageNum: page, pageSize: PAGE_SIZE, unreadOnly })
  const query = useQuery(asked)
  const age = useAnswerAge(asked.queryKey)
  const hasNoRights = useHasNoRights()
  const { data: unread } = useQuery(unreadAlarmsQuery)
  const { alarms, newer, showNewer } = useHeldList(query.data?.alarms, `${page} ${unreadOnly}`)

  return (
    <Mantine>
      <Page
        title={<Trans>Alarms</Trans>}
        filters={
          <div className={classes['filter']} role="group" aria-label={t`Which alarms`}>
            <button type="button" aria-pressed={!unreadOnly} onClick={() => void navigate({ search: {} })}>
              <Trans>All</Trans>
            </button>
            <button type="button" aria-pressed={unreadOnly === true} onClick={() => void navigate({ search: { unread: true } })}>
              <Trans>Unread</Trans>
            </button>
            <AsOf timeMs={age} />
          </div>
        }
        action={
          <Button variant="default" disabled={!unread?.count} onClick={() => void markAlarmsRead('all')}>
            <Trans>Mark all as read</Trans>
          </Button>
        }
        foot={
          <Pager
            total={query.data?.total ?? 0}
            page={page}
            size={PAGE_SIZE}
            sizes={[PAGE_SIZE]}
            onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })}
          />
        }
      >
        {newer > 0 && (
          <button type="button" className={classes['newer']} onClick={showNewer}>
            <Plural value={newer} one="# new alarm" other="# new alarms" />
          </button>
        )}
        {alarms === undefined && (
          <NotThereYet error={query.error} title={<Trans>The alarms could not be loaded.</Trans>} onRetry={() => void query.refetch()} />
        )}
        {alarms?.length === 0 && hasNoRights && <NoneAssigned drawing="bell" />}
        {alarms?.length === 0 && !hasNoRights && (
          <Notice
            drawing="bell"
            title={unreadOnly ? <Trans>No unread alarms.</Trans> : <Trans>No alarms. All devices and cameras answer.</Trans>}
          />
        )}
        {alarms && alarms.length > 0 && <AlarmTable alarms={alarms} onRead={(alarmId) => void markAlarmsRead([alarmId])} />}
      </Page>
    </Mantine>
  )
}
