import { login as call } from '#contract/calls/user/login.ts'
import type { LoginType } from '#contract/calls/account/mfa.ts'
import { passFirstStep } from '../../access/sign-in-step.ts'
import { CallFault } from '../call-fault.ts'
import type { Context } from '../../context.ts'
import { handler } from '../handler.ts'
import { findPerson } from './find-person.ts'

export const login = handler(call, async (input, context, visitor) => {
  const { now, sessions, signInGuard } = context
  const { user, failure } = await passFirstStep(input, context, visitor)
  await passSecondStep(user, input, failure, context)
  await signInGuard.succeeded(user.login_name)
  const issued = await sessions.open(user.id, visitor.address)
  return { ...issued, nowMs: now(), user: await findPerson(context, user.id) }
})

/** A wrong code counts as a wrong attempt; a missing one does not. */
async function passSecondStep(
  user: { id: string; login_name: string },
  { loginTypeEnum, dynamicCode }: { loginTypeEnum?: LoginType; dynamicCode?: string },
  failure: CallFault,
  { mfa, signInGuard }: Context,
): Promise<void> {
  const mfaTypes = await mfa.loginTypes(user.id)
  if (mfaTypes.length === 0) return
  if (loginTypeEnum === undefined || dynamicCode === undefined || !mfaTypes.includes(loginTypeEnum)) {
    await signInGuard.takeBack(user.login_name)
    throw new CallFault('second-step-failed', { mfaTypes })
  }
  try {
    await mfa.passLogin(user, loginTypeEnum, dynamicCode)
  } catch (fault) {
    if (!(fault instanceof CallFault)) throw fault
    throw failure.error === 'sign-in-locked' ? failure : new CallFault(fault.error, { ...failure.detail, mfaTypes })
  }
}
