import { passwordReset as call } from '#contract/calls/account/password-reset.ts'
import { userStatuses } from '#contract/states/user.ts'
import { keepPassword, newPasswordHash } from '../../people/passwords.ts'
import { noteConcern } from '../../access/sign-in-step.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const passwordReset = handler(call, async ({ loginName, dynamicCode, password }, context, visitor) => {
  const { db, emailCodes, knownBrowsers, people, sessions, signInGuard } = context
  const user = await people.findByName(loginName)
  noteConcern(visitor, user)
  const attempt = knownBrowsers.attempt(loginName, user, visitor)
  await emailCodes.check(loginName, 'reset', dynamicCode, attempt)
  if (user?.status !== userStatuses.activated) throw new CallFault('code-expired')
  const hash = await newPasswordHash(password)
  await db.transaction().execute(async (inside) => {
    await emailCodes.use(loginName, 'reset', inside)
    await keepPassword(inside, context, user.id, hash)
  })
  await signInGuard.succeeded(attempt)
  await sessions.endAll(user.id, 'ended-by-other-session')
  return null
})
