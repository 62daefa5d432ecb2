import { userInviteUpdate as call } from '#contract/calls/people/user-invite-update.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { assign } from '../../people/assignments.ts'
import { requireOwnAdministrator, requirePerson } from '../../people/team.ts'

export const userInviteUpdate = handler(call, async (input, { db, bus, push }, caller) => {
  requireOwnAdministrator(caller)
  const { userId, alias, phone, role } = input
  await db.transaction().execute(async (inside) => {
    const person = await requirePerson(userId, caller.organizationId, inside)
    if (role !== undefined && person.role === 'administrator') throw new CallFault('wrong-state')
    const changes = { alias: alias ?? person.alias, phone: phone ?? person.phone, role: role ?? person.role }
    await inside.updateTable('user').set(changes).where('id', '=', userId).execute()
    await assign(inside, userId, caller.organizationId, input)
  })
  bus.tell('rights-changed', { userIds: [userId] })
  push.send([userId], { infoType: 'profile-changed', infoContent: {} })
  push.send([userId], { infoType: 'assets-changed', infoContent: {} })
  return null
})
