import { deviceAccessTokenGet as call } from '#contract/calls/device/device-access-token-get.ts'
import { handler } from '../../handler.ts'

export const deviceAccessTokenGet = handler(call, async ({ holder }, { tickets }, caller) => {
  const { sessionId, userId, organizationId, role } = caller
  return tickets.issue({ sessionId, userId, organizationId, role }, holder)
})
