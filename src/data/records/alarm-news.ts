import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { isSameAlarm, laterOf, listWithNews, unreadWithNews, whenRead, type AlarmNews, type AlarmPage } from '#contract/alarm-news.ts'
import type { alarmDetail } from '#contract/calls/event/alarm-detail.ts'
import type { AlarmPlace, alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import type { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'

type Search = InputOf<typeof alarmSearchList>
type Unread = OutputOf<typeof alarmUnreadCount>
type Detail = OutputOf<typeof alarmDetail>
/** What of a list is loaded. */
export type AlarmPages = InfiniteData<AlarmPage, AlarmPlace | undefined>

/** As many pages are asked for anew when messages were missed; of a longer list the rest is asked for when somebody scrolls there again. */
const MOST_ANEW = 5

/** Puts what is pushed about alarms into the answers that this tab has, instead of asking anew (`alarms.ts` has the queries). */
export function takeAlarmNews(client: QueryClient, news: AlarmNews): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ['alarms'] })) {
    const [, kind, search] = query.queryKey as [string, string, Search]
    if (kind === 'unread') put<Unread>(client, query, (unread) => unreadWithNews(unread, news))
    else
      put<AlarmPages>(client, query, (list) => {
        const pages = listWithNews(search, list.pages, news)
        return pages === list.pages ? list : { ...list, pages }
      })
  }
  for (const query of client.getQueryCache().findAll({ queryKey: ['alarm-detail'] })) takeIntoDetail(client, query, news)
}

/** One that is looked at; what was done about it is asked for when that is another now. */
function takeIntoDetail(client: QueryClient, query: Query, news: AlarmNews): void {
  const [, alarmId] = query.queryKey as [string, string]
  const told = news.alarms.find(({ alarm }) => alarm.alarmId === alarmId)
  let isHandled = false
  put<Detail>(client, query, (detail) => {
    const later = told === undefined ? detail.alarm : laterOf({ alarm: detail.alarm, isNew: false }, told).alarm
    isHandled ||= later.handling.version > (detail.history[0]?.version ?? 0)
    const alarm = whenRead(isSameAlarm(detail.alarm, later) ? detail.alarm : later, news.read)
    return alarm === detail.alarm ? detail : { ...detail, alarm }
  })
  if (isHandled) void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
}

/** Before all is asked for anew: a list of which much is loaded is asked for as far as a few pages, and not page by page to its end. */
export function shortenAlarmLists(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ['alarms', 'list'] })) {
    client.setQueryData<AlarmPages>(
      query.queryKey,
      (list) => list && { pages: list.pages.slice(0, MOST_ANEW), pageParams: list.pageParams.slice(0, MOST_ANEW) },
    )
  }
}

/** Changes an answer, also one that is on its way. One that has to be asked for anew stays so. */
function put<T>(client: QueryClient, query: Query, change: (known: T) => T): void {
  const { isInvalidated, fetchStatus } = query.state
  const { queryKey } = query
  const now = () => {
    const known = client.getQueryData<T>(queryKey)
    const changed = known && change(known)
    if (changed !== undefined && changed !== known) client.setQueryData<T>(queryKey, changed)
  }
  now()
  if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  if (fetchStatus === 'fetching') query.promise?.then(now, () => {})
}
