import { login as call } from '#contract/calls/user/login.ts'
import { passSecondStep } from '../../access/own-self.ts'
import { passFirstStep } from '../../access/sign-in-step.ts'
import { handler } from '../handler.ts'
import { findPerson } from './find-person.ts'

export const login = handler(call, async (input, context, visitor) => {
  const { knownBrowsers, now, sessions, signInGuard } = context
  const { user, failure, attempt } = await passFirstStep(input, context, visitor)
  await passSecondStep(user, input, { failure, ask: () => signInGuard.takeBack(attempt), address: visitor.address }, context)
  await signInGuard.succeeded(attempt)
  visitor.remember?.(knownBrowsers.remember(user, visitor))
  const issued = await sessions.open(user.id, visitor)
  return { ...issued, nowMs: now(), user: await findPerson(context, user.id) }
})
