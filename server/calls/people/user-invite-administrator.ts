import { userInviteAdministrator as call } from '#contract/calls/people/user-invite-administrator.ts'
import { userStatuses } from '#contract/states/user.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { changePeople, requireOwnAdministrator, requirePerson } from '../../people/team.ts'

export const userInviteAdministrator = handler(call, async (input, { db, bus, push }, caller) => {
  requireOwnAdministrator(caller)
  const { userId } = input
  await changePeople(db, caller.organizationId, async (inside) => {
    const person = await requirePerson(userId, caller.organizationId, inside)
    const isAdministrator = person.role === 'administrator'
    if (isAdministrator === input.administrator || person.status !== userStatuses.activated) throw new CallFault('wrong-state')
    const role = input.administrator ? 'administrator' : input.role
    await inside.updateTable('user').set({ role }).where('id', '=', userId).execute()
  })
  bus.tell('rights-changed', { userIds: [userId] })
  push.send([userId], { infoType: 'profile-changed', infoContent: {} })
  push.send([userId], { infoType: 'assets-changed', infoContent: {} })
  return null
})
