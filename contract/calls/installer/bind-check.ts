import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { timeMs } from '../../rules.ts'
import { linkFields } from '../people/invitation.ts'

/**
 * What an installer's link is for. Fails with link-not-valid (no such link, or a newer one was sent), invited-already (used) and
 * link-expired. The address is masked.
 */
export const bindCheck = defineCall({
  path: '/vms/user/invite/bind-check',
  input: z.object(linkFields),
  output: z.object({ organizationName: z.string(), email: z.string(), expiresAtMs: timeMs }),
  access: open,
  offline: 'none',
  rate: { calls: 60, perMs: 60_000 },
})
