import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall, type OutputOf } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { lowerRole, organizationPerson } from './invitation.ts'

/**
 * A person of the organization with the roles on sites and channels. Fails with user-missing.
 */
export const inviteDetail = defineCall({
  path: '/vms/invite/detail',
  input: z.object({ userId: identifier }),
  output: z.object({
    user: organizationPerson,
    sites: z.array(z.object({ siteId: z.string(), role: lowerRole })),
    channels: z.array(z.object({ sn: z.string(), chlIndex: z.int(), role: lowerRole })),
  }),
  access: administrator,
  offline: 'none',
})
export type PersonWithRoles = OutputOf<typeof inviteDetail>
