import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { contactDelete } from '#contract/calls/contact/contact-delete.ts'
import { contactEdit } from '#contract/calls/contact/contact-edit.ts'
import { contactList } from '#contract/calls/contact/contact-list.ts'
import type { Call, InputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** One page of the contacts, by name. `pageNum` from 1. */
export function contactsQuery(page: InputOf<typeof contactList>) {
  return queryOptions({ queryKey: ['contacts', page], queryFn: ask(contactList, page), placeholderData: keepPreviousData })
}

/** Makes a change and asks again for the contacts. Its error is for the place that asked: it is not announced. */
async function change<C extends Call>(call: C, input: InputOf<C>): Promise<void> {
  await callCore(call, input, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['contacts'] })
}

/** Throws `CallError`: contact-name-taken, too-many-contacts. */
export const addContact = (fields: InputOf<typeof contactAdd>): Promise<void> => change(contactAdd, fields)

/** Throws `CallError`: contact-missing, contact-name-taken. */
export const editContact = (fields: InputOf<typeof contactEdit>): Promise<void> => change(contactEdit, fields)

/** Throws `CallError`: contact-missing. */
export const deleteContact = (contactId: string): Promise<void> => change(contactDelete, { contactId })
