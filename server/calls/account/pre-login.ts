import { preLogin as call } from '#contract/calls/account/pre-login.ts'
import { maskEmail } from '#contract/masked.ts'
import { noteShownPassword, passFirstStep } from '../../access/sign-in-step.ts'
import { handler } from '../handler.ts'

export const preLogin = handler(call, async (input, context, visitor) => {
  const { user, attempt } = await passFirstStep(input, context, visitor)
  const loginTypes = await context.mfa.loginTypes(user.id)
  if (loginTypes.length === 0) await context.signInGuard.succeeded(attempt)
  else await context.signInGuard.takeBack(attempt)
  await noteShownPassword(user.login_name, visitor, context)
  return { loginTypes, maskedEmail: maskEmail(user.email) }
})
