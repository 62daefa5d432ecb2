import { channelAuthNum as call } from '#contract/calls/device/channel-auth-num.ts'
import { handler } from '../handler.ts'

export const channelAuthNum = handler(call, async (_input, { channels }, { organizationId }) => channels.authNumbers(organizationId))
