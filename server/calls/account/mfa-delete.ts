import { mfaDelete as call } from '#contract/calls/account/mfa-delete.ts'
import { requireOwnSelf } from '../../access/own-self.ts'
import { tellOfSecondStep } from '../../people/second-step-mails.ts'
import { requirePersonOf } from '../../people/person-of.ts'
import { handler } from '../handler.ts'

export const mfaDelete = handler(call, async (input, context, caller) => {
  const { db, mfa } = context
  await requireOwnSelf(input, caller, context)
  const userId = 'mfaId' in input ? caller.userId : await requirePersonOf(caller, input.userId, db)
  await db.transaction().execute(async (inside) => {
    const wasUsed = await mfa.delete(userId, inside, 'mfaId' in input ? input.mfaId : undefined)
    if (wasUsed) await tellOfSecondStep('removed', { userId, by: caller.userId }, context, inside)
  })
  return null
})
