import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { pageNumber, searchText, timeMs } from '../../rules.ts'
import { userStatus } from '../../states/user.ts'
import { invitationKind, linkState, organizationPerson } from './invitation.ts'

/**
 * One page of the people of the organization, by alias; `search` matches alias and e-mail. `links`: invitations of companies and
 * installers, the newest first.
 */
export const inviteList = defineCall({
  path: '/vms/invite/list',
  input: z.object({
    pageNum: pageNumber,
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
    search: z.optional(searchText),
    status: z.optional(userStatus),
  }),
  output: z.object({
    total: z.int(),
    users: z.array(organizationPerson),
    links: z.array(z.object({ inviteId: z.string(), kind: invitationKind, email: z.string(), state: linkState, expiresAtMs: timeMs })),
  }),
  access: administrator,
  offline: 'none',
})
