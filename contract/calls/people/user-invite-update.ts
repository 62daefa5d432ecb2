import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing, personName, phone } from '../../rules.ts'
import { assignmentFields, lowerRole } from './invitation.ts'

/**
 * Changes what is given of a person of the organization. Fails with user-missing, wrong-state (the role of an administrator; see
 * `/vms/user-invite/administrator`), site-missing and channel-missing (site or channel is not of the organization).
 */
export const userInviteUpdate = defineCall({
  path: '/vms/user-invite/update',
  input: z.object({
    userId: identifier,
    alias: z.optional(personName),
    phone: z.optional(phone),
    role: z.optional(lowerRole),
    ...assignmentFields,
  }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'people',
})
