import { tokenRenewal as call } from '#contract/calls/user/token-renewal.ts'
import { handler } from '../handler.ts'

export const tokenRenewal = handler(call, async (_input, { sessions, now }, { token }) => ({
  ...(await sessions.renew(token)),
  nowMs: now(),
}))
