import { userInviteDelete as call } from '#contract/calls/people/user-invite-delete.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { changePeople, requireOwnAdministrator, requirePerson } from '../../people/team.ts'

export const userInviteDelete = handler(call, async ({ userId }, { db, sessions }, caller) => {
  requireOwnAdministrator(caller)
  if (userId === caller.userId) throw new CallFault(6000)
  await requirePerson(userId, caller.organizationId, db)
  await sessions.endAll(userId, 9103)
  await changePeople(db, caller.organizationId, async (inside) => {
    await inside.deleteFrom('user').where('id', '=', userId).execute()
  })
  return null
})
