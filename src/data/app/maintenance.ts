import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { maintenanceLatest } from '#contract/calls/log/maintenance-latest.ts'
import { maintenanceNoTokenLatest } from '#contract/calls/log/maintenance-no-token-latest.ts'
import type { MaintenanceNotice } from '#contract/calls/log/maintenance-notice.ts'
import { ask } from '../core/ask.ts'
import { coreState } from '../core/core.ts'
import { followPutAway, useIsPutAway } from './put-away.ts'

/** Nobody pushes a notice: pages that stay open look for one this often. */
const LOOK_EVERY_MS = 5 * 60_000

/** The notice that somebody has put away on this machine, by its name. */
const dismissed = followPutAway('sightline.dismissed-notice')

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
  const notice = data?.notice ?? undefined
  return useIsPutAway(dismissed, notice?.noticeId) ? undefined : notice
}

/** Puts this notice away in all tabs, for good; another one comes again. */
export function dismissNotice(noticeId: string): void {
  void dismissed.putAway(noticeId)
}
