import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { timeMs } from '../../rules.ts'
import { linkFields } from '../people/invitation.ts'

/**
 * What an installer's link is for. Fails with 20033 (no such link, or a newer one was sent), 20037 (used) and 20030 (expired).
 * The address is masked.
 */
export const bindCheck = defineCall({
  path: '/vms/user/invite/bind-check',
  input: z.object(linkFields),
  output: z.object({ organizationName: z.string(), email: z.string(), expiresAtMs: timeMs }),
  access: open,
  offline: 'none',
  rate: { calls: 60, perMs: 60_000 },
})
