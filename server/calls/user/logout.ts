import { logout as call } from '#contract/calls/user/logout.ts'
import { handler } from '../handler.ts'

export const logout = handler(call, async (_input, { sessions }, { sessionId }) => {
  await sessions.end(sessionId, 'not-signed-in')
  return null
})
