import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { timeMs } from '../../rules.ts'
import { invitationKind, linkFields } from './invitation.ts'

/**
 * What the link of an invitation is for. Fails with link-not-valid (no such link, or a newer one was sent), invited-already (used) and
 * link-expired. The address is masked; `/vms/user/invite/active` answers it whole.
 */
export const inviteCheck = defineCall({
  path: '/vms/user/invite/check',
  input: z.object(linkFields),
  output: z.object({
    kind: invitationKind,
    organizationName: z.string(),
    email: z.string(),
    alias: z.string(),
    expiresAtMs: timeMs,
  }),
  access: open,
  offline: 'none',
  rate: { calls: 60, perMs: 60_000 },
})
