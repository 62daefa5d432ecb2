import { deviceAccessTokenGet as call } from '#contract/calls/device/device-access-token-get.ts'
import { handler } from '../handler.ts'

export const deviceAccessTokenGet = handler(call, async ({ holder }, { tickets }, { sessionId }) => tickets.issue(sessionId, holder))
