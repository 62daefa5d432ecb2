import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { email, nothing } from '../../rules.ts'

/**
 * An addition to the catalogue: takes an address outside the organization out of all contacts, alarm rules and devices, forgets that its owner agreed, and
 * revokes the links that were sent there. Fails with contact-missing when nothing goes there, and with call-not-permitted for an installer with access
 * for a time.
 */
export const externalRecipientRemove = defineCall({
  path: '/vms/contactor/external/remove',
  input: z.object({ email }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'contacts',
})
