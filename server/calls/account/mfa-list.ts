import { mfaList as call } from '#contract/calls/account/mfa-list.ts'
import { handler } from '../handler.ts'
import { requirePersonOf } from '../../people/person-of.ts'

export const mfaList = handler(call, async (input, { db, mfa }, caller) => {
  const userId = await requirePersonOf(caller, input.userId, db)
  const standing = await db
    .selectFrom('user')
    .innerJoin('organization', 'organization.id', 'user.organization_id')
    .where('user.id', '=', userId)
    .select(['user.mfa_enabled', 'organization.mfa_required'])
    .executeTakeFirstOrThrow()
  const methods = await mfa.list(userId)
  return {
    mfaEnabled: standing.mfa_enabled === 1,
    organizationRequires: standing.mfa_required === 1,
    mfaList: methods.map(({ id, category, status, created_at_ms }) => ({ mfaId: id, category, status, createdAtMs: created_at_ms })),
    recoveryCodesLeft: await mfa.recoveryCodesLeft(userId),
  }
})
