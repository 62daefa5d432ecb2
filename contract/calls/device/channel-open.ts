import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { channelNames } from './channel-detail.ts'

/**
 * Opens channels: they are shown and take part in the licence. All of them or none. Fails with channel-missing (not there, or not seen),
 * no-permission (no right to configure one), licence-needed, licence-ended or licence-too-small (more than the licence and the free
 * channels cover). One that is open stays so.
 */
export const channelOpen = defineCall({
  path: '/vms/channel/open',
  input: z.object({ channels: channelNames }),
  output: nothing,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
})
