import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { siteUser } from './site-user.ts'

/**
 * An addition to the catalogue: who is assigned to a site, with which role; administrators see every site and are left out. Fails with
 * site-missing.
 */
export const siteUserList = defineCall({
  path: '/vms/site/user/list',
  input: z.object({ siteId: identifier }),
  output: z.object({ users: z.array(siteUser) }),
  access: administrator,
  offline: 'none',
})
