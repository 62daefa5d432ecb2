import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { archiveAuthority } from './archive-authority.ts'

/**
 * Archive rights: one's own, or for administrators those of anybody in the organization. Who has none saved has all five. Fails with
 * call-not-permitted (somebody else's, and not an administrator) and user-missing (nobody of that name here).
 */
export const archivesAuthorityGet = defineCall({
  path: '/vms/archives/authority/get',
  input: z.object({ userId: z.optional(identifier) }),
  output: archiveAuthority,
  access: signedIn,
  offline: 'cache',
})
