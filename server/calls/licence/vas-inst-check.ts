import { vasInstCheck as call } from '#contract/calls/licence/vas-inst-check.ts'
import { orderTypes } from '#contract/payment.ts'
import { handler } from '../handler.ts'

export const vasInstCheck = handler(call, async (asked, { licences, cloudStorage, rights }, caller) => {
  const { organizationId } = caller
  if (asked.orderType === orderTypes.license)
    return { coverage: await licences.require(organizationId, { addedChannels: asked.addedChannels }) }
  // Whoever does not see a camera learns nothing about it.
  for (const { sn, chlIndex } of asked.channels) await rights.requireChannel(caller, sn, chlIndex, 'playback')
  await cloudStorage.require(organizationId, asked.channels)
  return { coverage: await licences.coverage(organizationId) }
})
