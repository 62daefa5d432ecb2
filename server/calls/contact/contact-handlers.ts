import type { contactCalls } from '#contract/calls/contact/contact-calls.ts'
import type { Handler } from '../handler.ts'
import { contactAdd } from './contact-add.ts'
import { contactDelete } from './contact-delete.ts'
import { contactEdit } from './contact-edit.ts'
import { contactList } from './contact-list.ts'

type ContactCalls = typeof contactCalls

/** What answers the calls of contacts. */
export const contactHandlers: { readonly [Name in keyof ContactCalls]: Handler<ContactCalls[Name]> } = {
  contactList,
  contactAdd,
  contactEdit,
  contactDelete,
}
