import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { channelNames } from './channel-detail.ts'

/**
 * Closes channels: they are shown nowhere, stream nothing and need no licence. All of them or none. Fails with channel-missing,
 * no-permission.
 */
export const channelClose = defineCall({
  path: '/vms/channel/close',
  input: z.object({ channels: channelNames }),
  output: nothing,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
})
