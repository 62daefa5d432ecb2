import { preLogin as call } from '#contract/calls/account/pre-login.ts'
import { maskEmail } from '#contract/masked.ts'
import { noteShownPassword, passFirstStep } from '../../access/sign-in-step.ts'
import { handler } from '../handler.ts'

export const preLogin = handler(call, async (input, context, visitor) => {
  const { user } = await passFirstStep(input, context, visitor)
  const loginTypes = await context.mfa.loginTypes(user.id)
  if (loginTypes.length === 0) await context.signInGuard.succeeded(user.login_name)
  else await context.signInGuard.takeBack(user.login_name)
  await noteShownPassword(user.login_name, visitor, context)
  return { loginTypes, maskedEmail: maskEmail(user.email) }
})
