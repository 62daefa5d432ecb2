import { subscribeKey } from 'valtio/utils'
import { unreadAlarmsQuery } from '../records/unread-alarms.ts'
import { coreState } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

const key = JSON.stringify(unreadAlarmsQuery.queryKey)
let shown = 0

/** Browsers that know no badge, or show none on this system, are no worse for it. */
function show(count: number): void {
  if (count === shown || !('setAppBadge' in navigator)) return
  shown = count
  navigator.setAppBadge(count).catch(() => {})
}

/** Shows the number of unread alarms on the icon of the installed app; nothing while nobody is signed in. Called once, at the start. */
export function followUnread(): void {
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== key || coreState.session.kind !== 'signed-in') return
    show(queryClient.getQueryData(unreadAlarmsQuery.queryKey)?.count ?? 0)
  })
  subscribeKey(coreState, 'session', ({ kind }) => {
    if (kind === 'signed-out') show(0)
  })
}
