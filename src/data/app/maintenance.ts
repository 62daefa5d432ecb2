import { queryOptions, useQuery } from '@tanstack/react-query'
import { proxy, useSnapshot } from 'valtio'
import { maintenanceLatest } from '#contract/calls/log/maintenance-latest.ts'
import { maintenanceNoTokenLatest } from '#contract/calls/log/maintenance-no-token-latest.ts'
import type { MaintenanceNotice } from '#contract/calls/log/maintenance-notice.ts'
import { ask } from '../core/ask.ts'
import { coreState } from '../core/core.ts'

/** Nobody pushes a notice: pages that stay open look for one this often. */
const LOOK_EVERY_MS = 5 * 60_000
const KEPT_UNDER = 'sightline.dismissed-notice'

/** The notice that somebody has put away on this machine, by its name. */
const dismissed = proxy({ noticeId: localStorage.getItem(KEPT_UNDER) })
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEPT_UNDER) dismissed.noticeId = newValue
})

function maintenanceQuery(isSignedIn: boolean) {
  return queryOptions({
    queryKey: ['maintenance', isSignedIn],
    queryFn: isSignedIn ? ask(maintenanceLatest, undefined) : ask(maintenanceNoTokenLatest, undefined),
    refetchInterval: LOOK_EVERY_MS,
    meta: { isQuiet: true },
  })
}

/** The notice of maintenance, with or without a session, until somebody puts it away here. */
export function useMaintenance(): MaintenanceNotice | undefined {
  const { session } = useSnapshot(coreState)
  const { data } = useQuery(maintenanceQuery(session.kind === 'signed-in'))
  const { noticeId } = useSnapshot(dismissed)
  const notice = data?.notice ?? undefined
  return notice?.noticeId === noticeId ? undefined : notice
}

/** Puts this notice away in all tabs, for good; another one comes again. */
export function dismissNotice(noticeId: string): void {
  localStorage.setItem(KEPT_UNDER, noticeId)
  dismissed.noticeId = noticeId
}
