import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { assignableRole, siteUser } from './site-user.ts'

/**
 * An addition to the catalogue: assigns a site to these users with these roles, and takes it from all others. Fails with site-missing,
 * user-missing (no such user, or an administrator, who needs none; `field` says which).
 */
export const siteUserAssign = defineCall({
  path: '/vms/site/user/assign',
  input: z.object({
    siteId: identifier,
    users: z.array(z.object({ userId: identifier, role: assignableRole })).check(
      z.maxLength(1000),
      z.refine((users) => new Set(users.map((user) => user.userId)).size === users.length, { error: 'twice' }),
    ),
  }),
  output: z.object({ users: z.array(siteUser) }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'people',
})
