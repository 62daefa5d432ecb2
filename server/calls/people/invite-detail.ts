import { inviteDetail as call } from '#contract/calls/people/invite-detail.ts'
import type { Role } from '#contract/access.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { peopleOf } from '../../people/team.ts'
import { invitationColumns, toPerson } from './to-person.ts'

export const inviteDetail = handler(call, async ({ userId }, { db, now }, caller) => {
  const row = await peopleOf(caller.organizationId, db)
    .leftJoin('invitation', 'invitation.user_id', 'user.id')
    .where('user.id', '=', userId)
    .selectAll('user')
    .select(invitationColumns)
    .executeTakeFirst()
  if (row === undefined) throw new CallFault('user-missing')
  const sites = await db.selectFrom('user_site_role').where('user_id', '=', userId).selectAll().orderBy('site_id').execute()
  const channels = await db
    .selectFrom('user_channel_role')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('sn')
    .orderBy('chl_index')
    .execute()
  return {
    user: toPerson(row, now(), caller),
    sites: sites.map(({ site_id, role }) => ({ siteId: site_id, role: lower(role) })),
    channels: channels.map(({ sn, chl_index, role }) => ({ sn, chlIndex: chl_index, role: lower(role) })),
  }
})

/** Nobody is administrator of one site or channel alone; what says so gives all that there is to give. */
function lower(role: Role): Exclude<Role, 'administrator'> {
  return role === 'administrator' ? 'site-administrator' : role
}
