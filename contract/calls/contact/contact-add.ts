import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { contact, contactFields } from './contact.ts'

/** An addition to the catalogue: adds a contact. Fails with contact-name-taken, too-many-contacts. */
export const contactAdd = defineCall({
  path: '/vms/contactor/add',
  input: z.object(contactFields),
  output: contact,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'contacts',
})
