import { sessionEnd as call } from '#contract/calls/account/session-end.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const sessionEnd = handler(call, async ({ session }, { sessions }, { userId }) => {
  const live = await sessions.liveOf(userId)
  if (!live.some(({ id }) => id === session)) throw new CallFault('not-found')
  await sessions.end(session, 'ended-by-other-session')
  return null
})
