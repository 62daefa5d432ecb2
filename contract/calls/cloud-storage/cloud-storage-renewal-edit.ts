import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { cloudChannels } from './cloud-purchase.ts'

/**
 * Switches automatic renewal on or off, of cameras that have cloud storage: of what is in use and of what follows. All or none. A renewal that
 * waits for its payment is cancelled when it is switched off. Fails with channel-missing (no such camera of the organization),
 * cloud-storage-needed (none is in use for it, and none follows), and to be switched on with no-payment-kept (the provider keeps nothing that
 * it was paid with).
 */
export const cloudStorageRenewalEdit = defineCall({
  path: '/vms/cloud-storage/renewal/edit',
  input: z.object({ channels: cloudChannels, autoRenew: z.boolean() }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'purchases',
})
