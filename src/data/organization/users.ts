import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { archivesAuthorityGet } from '#contract/calls/archive/archives-authority-get.ts'
import { archivesAuthorityUpdate } from '#contract/calls/archive/archives-authority-update.ts'
import { merchantSiteChlList } from '#contract/calls/device/merchant-site-chl-list.ts'
import { inviteDetail } from '#contract/calls/people/invite-detail.ts'
import { inviteList } from '#contract/calls/people/invite-list.ts'
import { userInviteAdministrator } from '#contract/calls/people/user-invite-administrator.ts'
import { userInviteDelete } from '#contract/calls/people/user-invite-delete.ts'
import { userInviteFreeze } from '#contract/calls/people/user-invite-freeze.ts'
import { userInviteRetry } from '#contract/calls/people/user-invite-retry.ts'
import { userInviteUpdate } from '#contract/calls/people/user-invite-update.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { overtake } from '../core/overtake.ts'
import { queryClient } from '../query/query-client.ts'

/** One page of the people of the organization, by name. `pageNum` from 1. */
export function usersQuery(page: InputOf<typeof inviteList>) {
  return queryOptions({ queryKey: ['people', 'page', page], queryFn: ask(inviteList, page), placeholderData: keepPreviousData })
}

/** A person with the roles on sites and channels. */
export function userQuery(userId: string) {
  return queryOptions({ queryKey: ['people', 'one', userId], queryFn: ask(inviteDetail, { userId }) })
}

/** What a person may do with archives. */
export function archiveRightsQuery(userId: string) {
  return queryOptions({ queryKey: ['archives', 'rights', userId], queryFn: ask(archivesAuthorityGet, { userId }) })
}

/** All sites of the organization with all channels: what roles are given on. */
export const sitesWithChannelsQuery = queryOptions({
  queryKey: ['sites', 'with-channels'],
  queryFn: ask(merchantSiteChlList, { search: null }),
})

/** Makes a change of the people and asks again for what is shown of them. Its error is for the place that asked: it is not announced. */
async function change<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
  const answer = await callCore(call, input, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['people'] })
  return answer
}

/** Invites by e-mail. Throws `CallError`: invited-already, email-has-account (the address has an account). */
export function inviteUser(input: InputOf<typeof userInvite>): Promise<OutputOf<typeof userInvite>> {
  return change(userInvite, input)
}

/** Sends the link again. Throws `CallError`: too-frequent within two minutes, wrong-state when it was used. */
export async function inviteAgain(inviteId: string): Promise<void> {
  await change(userInviteRetry, { inviteId })
}

/** Changes what is given of a person. Throws `CallError`. */
export async function updateUser(input: InputOf<typeof userInviteUpdate>): Promise<void> {
  await change(userInviteUpdate, input)
}

/** Freezes a person, whose sessions end, or lets them in again. Throws `CallError`. */
export async function freezeUser(userId: string, frozen: boolean): Promise<void> {
  await change(userInviteFreeze, { userId, frozen })
}

/** Deletes a person, or takes an invitation back. Throws `CallError`. */
export async function deleteUser(userId: string): Promise<void> {
  await callCore(userInviteDelete, { userId }, { quiet: true })
  // Not the person, whom the panel may still show: nobody is left to ask for.
  await queryClient.invalidateQueries({ queryKey: ['people'], predicate: ({ queryKey }) => queryKey[2] !== userId })
}

/** Takes back the invitation of a company or an installer. Throws `CallError`: wrong-state when it was used. */
export async function withdrawInvitation(inviteId: string): Promise<void> {
  await change(userInviteDelete, { inviteId })
}

/** Makes a person an administrator, or an administrator a person with a lower role. Throws `CallError`: wrong-state for the last one. */
export async function setAdministrator(input: InputOf<typeof userInviteAdministrator>): Promise<void> {
  await change(userInviteAdministrator, input)
}

/** Saves what a person may do with archives. Throws `CallError`. */
export async function saveArchiveRights(input: InputOf<typeof archivesAuthorityUpdate>): Promise<void> {
  const saved = await callCore(archivesAuthorityUpdate, input, { quiet: true })
  overtake(queryClient, archiveRightsQuery(input.userId).queryKey, () => saved)
}
