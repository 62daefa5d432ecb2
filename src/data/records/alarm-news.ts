import type { Query, QueryClient } from '@tanstack/react-query'
import { isShort, pageWithNews, unreadWithNews, type AlarmNews } from '#contract/alarm-news.ts'
import type { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import type { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'

type Search = InputOf<typeof alarmSearchList>
type Page = OutputOf<typeof alarmSearchList>
type Unread = OutputOf<typeof alarmUnreadCount>

/** Puts what is pushed about alarms into the answers that this tab has, instead of asking anew (`alarms.ts` has the queries). */
export function takeAlarmNews(client: QueryClient, news: AlarmNews): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ['alarms'] })) {
    const [, kind, search] = query.queryKey as [string, string, Search]
    if (kind === 'unread') put<Unread>(client, query, (unread) => unreadWithNews(unread, news))
    else takeIntoPage(client, query, search, news)
  }
}

function takeIntoPage(client: QueryClient, query: Query, search: Search, news: AlarmNews): void {
  put<Page>(client, query, (page) => pageWithNews(search, page, news))
  const exactly = { queryKey: query.queryKey, exact: true }
  const page = client.getQueryData<Page>(query.queryKey)
  // What is behind the first page moves up and down with it: asked for when it is opened again, it does not move under who reads it.
  if (search.pageNum > 1) void client.invalidateQueries({ ...exactly, refetchType: 'none' })
  else if (page !== undefined && isShort(search, page)) void client.invalidateQueries(exactly, { cancelRefetch: false })
}

/** Changes an answer, also one that is on its way. One that has to be asked for anew stays so. */
function put<T>(client: QueryClient, query: Query, change: (known: T) => T): void {
  const { isInvalidated, fetchStatus } = query.state
  const { queryKey } = query
  const now = () => client.setQueryData<T>(queryKey, (known) => known && change(known))
  now()
  if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  if (fetchStatus === 'fetching') query.promise?.then(now, () => {})
}
