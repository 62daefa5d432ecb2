import { vasInstCheck as call } from '#contract/calls/licence/vas-inst-check.ts'
import { handler } from '../handler.ts'

export const vasInstCheck = handler(call, async ({ addedChannels }, { licences }, { organizationId }) => ({
  coverage: await licences.require(organizationId, { addedChannels }),
}))
