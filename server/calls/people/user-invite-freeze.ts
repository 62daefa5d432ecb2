import { userInviteFreeze as call } from '#contract/calls/people/user-invite-freeze.ts'
import { userStatuses, userTransitions } from '#contract/states/user.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { changePeople, requireOwnAdministrator, requirePerson } from '../../people/team.ts'
import { changeState } from '../../runtime/state-change.ts'

export const userInviteFreeze = handler(call, async ({ userId, frozen }, { db, sessions }, caller) => {
  requireOwnAdministrator(caller)
  if (userId === caller.userId) throw new CallFault('wrong-state')
  await changePeople(db, caller.organizationId, async (inside) => {
    const person = await requirePerson(userId, caller.organizationId, inside)
    // To unfreeze whoever was never activated would activate them.
    if (!frozen && person.status === userStatuses.unactivated) throw new CallFault('wrong-state')
    const status = changeState(userTransitions, person.status, frozen ? userStatuses.frozen : userStatuses.activated)
    await inside.updateTable('user').set({ status }).where('id', '=', userId).execute()
  })
  if (frozen) await sessions.endAll(userId, 'account-frozen')
  return null
})
