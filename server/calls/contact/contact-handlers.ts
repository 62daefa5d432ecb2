import type { contactCalls } from '#contract/calls/contact/contact-calls.ts'
import type { Handlers } from '../handler.ts'
import { contactAdd } from './contact-add.ts'
import { contactDelete } from './contact-delete.ts'
import { contactEdit } from './contact-edit.ts'
import { contactList } from './contact-list.ts'
import { contactMerge } from './contact-merge.ts'
import { externalRecipientKeep } from './external-recipient-keep.ts'
import { externalRecipientList } from './external-recipient-list.ts'
import { externalRecipientRemove } from './external-recipient-remove.ts'

/** What answers the calls of contacts. */
export const contactHandlers: Handlers<typeof contactCalls> = {
  contactAdd,
  contactDelete,
  contactEdit,
  contactList,
  contactMerge,
  externalRecipientKeep,
  externalRecipientList,
  externalRecipientRemove,
}
