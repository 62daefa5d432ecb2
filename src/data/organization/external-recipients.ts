import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { externalRecipientKeep } from '#contract/calls/contact/external-recipient-keep.ts'
import { externalRecipientList } from '#contract/calls/contact/external-recipient-list.ts'
import { externalRecipientRemove } from '#contract/calls/contact/external-recipient-remove.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** One page of the addresses outside the organization, by address. `pageNum` from 1. Asked for anew with the contacts. */
export function externalRecipientsQuery(page: InputOf<typeof externalRecipientList>) {
  const queryKey = ['contacts', 'external', page]
  return queryOptions({ queryKey, queryFn: ask(externalRecipientList, page), placeholderData: keepPreviousData })
}

/** Has alarms go on to this address, for which the person stands from now on. */
export async function keepExternalRecipient(email: string): Promise<void> {
  await callCore(externalRecipientKeep, { email })
  await queryClient.invalidateQueries({ queryKey: ['contacts'] })
}

/** Has nothing go to this address any more. Throws `CallError`: contact-missing. */
export async function removeExternalRecipient(email: string): Promise<void> {
  await callCore(externalRecipientRemove, { email }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['contacts'] })
}
