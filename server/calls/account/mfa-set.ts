import { mfaSet as call } from '#contract/calls/account/mfa-set.ts'
import { mfaStatuses } from '#contract/states/mfa.ts'
import { requireOwnPassword } from '../../people/passwords.ts'
import { CallFault } from '../call-fault.ts'
import type { Context } from '../../context.ts'
import { handler } from '../handler.ts'

export const mfaSet = handler(call, async ({ scope, mfaEnabled, password }, context, { userId, organizationId, role }) => {
  if (scope === 'organization' && role !== 'administrator') throw new CallFault('call-not-permitted')
  await requireOwnPassword(password, userId, context)
  const flag = mfaEnabled ? 1 : 0
  if (scope === 'organization') {
    await context.db.updateTable('organization').set({ mfa_required: flag }).where('id', '=', organizationId).execute()
    return null
  }
  await requirePossible(mfaEnabled, userId, organizationId, context)
  await context.db.updateTable('user').set({ mfa_enabled: flag }).where('id', '=', userId).execute()
  return null
})

/** Fails with wrong-state: nothing can be asked of a person without a method, and what the organization requires stays on. */
async function requirePossible(mfaEnabled: boolean, userId: string, organizationId: string, { db, mfa }: Context): Promise<void> {
  if (mfaEnabled) {
    const hasMethod = (await mfa.list(userId)).some(({ status }) => status === mfaStatuses.active)
    if (!hasMethod) throw new CallFault('wrong-state')
    return
  }
  const organization = await db.selectFrom('organization').where('id', '=', organizationId).select('mfa_required').executeTakeFirst()
  if (organization?.mfa_required === 1) throw new CallFault('wrong-state')
}
