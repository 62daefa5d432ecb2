import { queryOptions } from '@tanstack/react-query'
import { sessionEnd } from '#contract/calls/account/session-end.ts'
import { sessionEndOthers } from '#contract/calls/account/session-end-others.ts'
import { sessionKeep } from '#contract/calls/account/session-keep.ts'
import { sessionList } from '#contract/calls/account/session-list.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import type { ShownSelf } from './mfa.ts'

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: ask(sessionList, undefined) })

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

/** Signs the person out everywhere but here. The answer is how many sessions have ended. */
export async function endOtherSessions(): Promise<number> {
  const { ended } = await callCore(sessionEndOthers, undefined)
  refresh()
  return ended
}

/** Signs the person out in one other place. One that is over already is gone from the list as well. */
export async function endSession(session: string): Promise<void> {
  try {
    await callCore(sessionEnd, { session })
  } finally {
    refresh()
  }
}

/** Keeps this browser signed in as a viewing screen. */
export async function keepSession(shown: ShownSelf): Promise<void> {
  await callCore(sessionKeep, shown, { quiet: true })
  refresh()
}
