import { cloudStorageRenewalEdit as call } from '#contract/calls/cloud-storage/cloud-storage-renewal-edit.ts'
import { handler } from '../handler.ts'

export const cloudStorageRenewalEdit = handler(call, async ({ channels, autoRenew }, { cloudRenewals }, { organizationId }) => {
  await cloudRenewals.set(organizationId, channels, autoRenew)
  return null
})
