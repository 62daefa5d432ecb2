import { passwordReset as call } from '#contract/calls/account/password-reset.ts'
import { userStatuses } from '#contract/states/user.ts'
import { keepPassword } from '../../account/passwords.ts'
import { CallFault } from '../../call-fault.ts'
import { handler } from '../../handler.ts'
import { hashPassword } from '../../session/passwords.ts'

export const passwordReset = handler(call, async ({ loginName, dynamicCode, password }, context) => {
  const { db, emailCodes, people, sessions, signInGuard } = context
  await emailCodes.check(loginName, 'reset', dynamicCode)
  const user = await people.findByName(loginName)
  if (user?.status !== userStatuses.activated) throw new CallFault(1008)
  const hash = await hashPassword(password)
  await db.transaction().execute(async (inside) => {
    await emailCodes.use(loginName, 'reset', inside)
    await keepPassword(inside, context, user.id, hash)
  })
  await signInGuard.succeeded(loginName)
  await sessions.endAll(user.id, 7009)
  return null
})
