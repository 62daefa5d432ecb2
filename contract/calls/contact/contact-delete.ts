import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/** An addition to the catalogue: deletes a contact. Fails with contact-missing when there is none such. */
export const contactDelete = defineCall({
  path: '/vms/contactor/delete',
  input: z.object({ contactId: identifier }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'contacts',
})
