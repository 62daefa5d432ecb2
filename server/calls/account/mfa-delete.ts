import { mfaDelete as call } from '#contract/calls/account/mfa-delete.ts'
import { requireOwnPassword } from '../../people/passwords.ts'
import { requirePersonOf } from '../../people/person-of.ts'
import { handler } from '../handler.ts'

export const mfaDelete = handler(call, async (input, context, caller) => {
  const { db, mfa } = context
  await requireOwnPassword(input.password, caller.userId, context)
  if ('mfaId' in input) await mfa.delete(caller.userId, input.mfaId)
  else await mfa.delete(await requirePersonOf(caller, input.userId, db))
  return null
})
