import { userInviteDelete as call } from '#contract/calls/people/user-invite-delete.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { changePeople, requireOwnAdministrator, requirePerson } from '../../people/team.ts'

export const userInviteDelete = handler(call, async ({ userId, inviteId }, { db, sessions, invitations }, caller) => {
  requireOwnAdministrator(caller)
  if (inviteId !== undefined) {
    await invitations.withdraw(inviteId, caller.organizationId)
    return null
  }
  const id = userId ?? ''
  if (id === caller.userId) throw new CallFault('wrong-state')
  await requirePerson(id, caller.organizationId, db)
  await sessions.endAll(id, 'account-deleted')
  await changePeople(db, caller.organizationId, async (inside) => {
    await inside.deleteFrom('user').where('id', '=', id).execute()
  })
  return null
})
