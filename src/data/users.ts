import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { organizationPerson } from '#contract/calls/people/invitation.ts'
import { inviteList } from '#contract/calls/people/invite-list.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from './ask.ts'

export type OrganizationPerson = z.output<typeof organizationPerson>

/** The first hundred people of the organization, for choosing one of them. */
export const everybodyQuery = queryOptions({
  queryKey: ['people', 'everybody'],
  queryFn: ask(inviteList, { pageNum: 1, pageSize: 100 }),
})

/** One page of the people of the organization, by name. `pageNum` from 1. */
export function usersQuery(page: InputOf<typeof inviteList>) {
  return queryOptions({ queryKey: ['people', 'page', page], queryFn: ask(inviteList, page), placeholderData: keepPreviousData })
}
