import { sessionEndOthers as call } from '#contract/calls/account/session-end-others.ts'
import { handler } from '../handler.ts'

export const sessionEndOthers = handler(call, async (_input, { sessions }, { userId, sessionId }) => ({
  ended: await sessions.endAll(userId, 'ended-by-other-session', sessionId),
}))
