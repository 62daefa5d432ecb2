import { cloudStorageChlEdit as call } from '#contract/calls/cloud-storage/cloud-storage-chl-edit.ts'
import { handler } from '../handler.ts'

export const cloudStorageChlEdit = handler(call, async ({ channels, triggers }, { cloudStorage }, { organizationId }) => {
  await cloudStorage.setTriggers(organizationId, channels, triggers)
  return null
})
