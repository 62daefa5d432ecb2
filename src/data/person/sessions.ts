import { sessionEndOthers } from '#contract/calls/account/session-end-others.ts'
import { callCore } from '../core/core.ts'

/** Signs the person out everywhere but here. The answer is how many sessions have ended. */
export async function endOtherSessions(): Promise<number> {
  return (await callCore(sessionEndOthers, undefined)).ended
}
