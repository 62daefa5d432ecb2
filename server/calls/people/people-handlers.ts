import type { peopleCalls } from '#contract/calls/people/people-calls.ts'
import type { Handlers } from '../handler.ts'
import { funcResList } from './func-res-list.ts'
import { inviteActive } from './invite-active.ts'
import { inviteCheck } from './invite-check.ts'
import { inviteDetail } from './invite-detail.ts'
import { inviteList } from './invite-list.ts'
import { userInviteAdministrator } from './user-invite-administrator.ts'
import { userInviteDelete } from './user-invite-delete.ts'
import { userInviteFreeze } from './user-invite-freeze.ts'
import { userInviteRetry } from './user-invite-retry.ts'
import { userInviteUpdate } from './user-invite-update.ts'
import { userInvite } from './user-invite.ts'

/** What answers the calls of the people of an organization: invitations, roles. */
export const peopleHandlers: Handlers<typeof peopleCalls> = {
  funcResList,
  inviteActive,
  inviteCheck,
  inviteDetail,
  inviteList,
  userInviteAdministrator,
  userInviteDelete,
  userInviteFreeze,
  userInviteRetry,
  userInviteUpdate,
  userInvite,
}
