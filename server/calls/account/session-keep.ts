import { sessionKeep as call } from '#contract/calls/account/session-keep.ts'
import { requireOwnSelf } from '../../access/own-self.ts'
import { handler } from '../handler.ts'

export const sessionKeep = handler(call, async (shown, context, caller) => {
  await requireOwnSelf(shown, caller, context)
  await context.sessions.keep(caller.sessionId)
  return null
})
