import { userQuery as call } from '#contract/calls/licence/user-query.ts'
import { handler } from '../handler.ts'

export const userQuery = handler(call, async (_input, { db, licences }, { userId, organizationId, role }) => {
  const user = await db
    .selectFrom('user')
    .innerJoin('organization', 'organization.id', 'user.organization_id')
    .where('user.id', '=', userId)
    .select(['user.login_name', 'user.email', 'organization.name'])
    .executeTakeFirstOrThrow()
  return {
    userId,
    loginName: user.login_name,
    email: user.email,
    organizationName: user.name,
    mayBuy: role === 'administrator',
    coverage: await licences.coverage(organizationId),
  }
})
