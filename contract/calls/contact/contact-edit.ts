import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { contact, contactFields } from './contact.ts'

/** An addition to the catalogue: changes a contact. Fails with contact-missing, contact-name-taken. */
export const contactEdit = defineCall({
  path: '/vms/contactor/edit',
  input: z.object({ contactId: identifier, ...contactFields }),
  output: contact,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'contacts',
})
