import { rightsOfRole, type Role } from '#contract/access.ts'
import { funcResList as call } from '#contract/calls/people/func-res-list.ts'
import { handler } from '../handler.ts'

export const funcResList = handler(call, async (_input, { db, rights }, { userId, organizationId, role, remoteAccessId }) => {
  const given = async (table: 'user_site_role' | 'user_channel_role') =>
    (await db.selectFrom(table).where('user_id', '=', userId).select('role').distinct().execute()).map((row) => row.role)
  const roles = new Set<Role>([role, ...(await given('user_site_role')), ...(await given('user_channel_role'))])
  const held = await rights.rolesHeld({ userId, organizationId, role })
  // An administrator holds all rights before there is a channel.
  const own = role === 'administrator' ? rightsOfRole[role] : []
  return {
    roleCodes: [...roles],
    rights: [...new Set([...own, ...held.flatMap((one) => rightsOfRole[one])])],
    isByRemoteAccess: remoteAccessId !== undefined,
  }
})
