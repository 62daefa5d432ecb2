import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'
import { lowerRole } from './invitation.ts'

/**
 * An addition to the catalogue. Makes an activated person an administrator, or one a person with a lower role. Fails with user-missing, and
 * wrong-state for the last administrator, or when it is so already.
 */
export const userInviteAdministrator = defineCall({
  path: '/vms/user-invite/administrator',
  input: z.discriminatedUnion('administrator', [
    z.object({ userId: identifier, administrator: z.literal(true) }),
    z.object({ userId: identifier, administrator: z.literal(false), role: lowerRole }),
  ]),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'people',
})
