import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { contactFields } from './contact.ts'

/** Contacts of one question: each address that is new is sent a mail. */
export const MOST_CONTACTS_AT_ONCE = 50

/**
 * An addition to the catalogue: a piece of an import. Adds contacts, and changes those whose name is known. What cannot be written is passed over
 * and told: `index` in the question, `code` contact-name-taken (twice in the question) or too-many-contacts.
 */
export const contactMerge = defineCall({
  path: '/vms/contactor/merge',
  input: z.object({ contacts: z.array(z.object(contactFields)).check(z.minLength(1), z.maxLength(MOST_CONTACTS_AT_ONCE)) }),
  output: z.object({ added: z.int(), changed: z.int(), refused: z.array(z.object({ index: z.int(), code: z.int() })) }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'contacts',
})
