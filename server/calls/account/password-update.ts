import { passwordChange, passwordUpdate as call } from '#contract/calls/account/password-update.ts'
import { requireOwnPassword } from '../../access/own-self.ts'
import { keepPassword, newPasswordHash } from '../../people/passwords.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const passwordUpdate = handler(call, async (input, context, { userId, sessionId }) => {
  const { oldPassword, newPassword } = input
  await requireOwnPassword(oldPassword, userId, context)
  if (!passwordChange.safeParse(input).success) throw new CallFault('password-unchanged')
  const hash = await newPasswordHash(newPassword, 'newPassword')
  await context.db.transaction().execute((db) => keepPassword(db, context, userId, hash))
  await context.sessions.endAll(userId, 'ended-by-other-session', sessionId)
  return null
})
