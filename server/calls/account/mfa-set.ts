import { mfaSet as call } from '#contract/calls/account/mfa-set.ts'
import { mfaStatuses } from '#contract/states/mfa.ts'
import { requireOwnPassword, requireOwnSelf } from '../../access/own-self.ts'
import { tellOfNoRequirement, tellOfSecondStep } from '../../people/second-step-mails.ts'
import { CallFault } from '../call-fault.ts'
import type { Context } from '../../context.ts'
import { handler } from '../handler.ts'

export const mfaSet = handler(call, async ({ scope, mfaEnabled, ...shown }, context, caller) => {
  const { db } = context
  const { userId, organizationId, role } = caller
  if (scope === 'organization' && role !== 'administrator') throw new CallFault('call-not-permitted')
  if (scope === 'self') await requirePossible(mfaEnabled, userId, organizationId, context)
  // On it goes by the password alone. Off it never does: whoever has learned the password would be stopped by nothing.
  if (mfaEnabled) await requireOwnPassword(shown.password, userId, context)
  else await requireOwnSelf(shown, caller, context)
  const flag = mfaEnabled ? 1 : 0
  if (scope === 'organization') {
    await db.transaction().execute(async (inside) => {
      const organization = inside.updateTable('organization').where('id', '=', organizationId).where('mfa_required', '!=', flag)
      const changed = await organization.set({ mfa_required: flag }).returning('id').executeTakeFirst()
      if (changed !== undefined && !mfaEnabled) await tellOfNoRequirement({ organizationId, by: userId }, context, inside)
    })
    return null
  }
  await db.transaction().execute(async (inside) => {
    await inside.updateTable('user').set({ mfa_enabled: flag }).where('id', '=', userId).execute()
    if (!mfaEnabled) await tellOfSecondStep('off', { userId, by: userId }, context, inside)
  })
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
