import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { email, nothing } from '../../rules.ts'

/**
 * An addition to the catalogue: has alarms go on to an address outside the organization after those who named it have gone, or lost the right to: who
 * calls stands for it from now on. Fails with contact-missing when nothing goes there, and with call-not-permitted for an installer with access for a
 * time.
 */
export const externalRecipientKeep = defineCall({
  path: '/vms/contactor/external/keep',
  input: z.object({ email }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'contacts',
})
