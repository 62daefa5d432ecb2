import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { chosenTriggers, cloudChannels } from './cloud-purchase.ts'

/**
 * What recordings are kept of from now on, of cameras that have cloud storage: of what is in use and of what follows. All or none. Fails
 * with channel-missing (no such camera of the organization) and cloud-storage-needed (none is in use for it, and none follows).
 */
export const cloudStorageChlEdit = defineCall({
  path: '/vms/cloud-storage/chl/edit',
  input: z.object({ channels: cloudChannels, triggers: chosenTriggers }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'purchases',
})
