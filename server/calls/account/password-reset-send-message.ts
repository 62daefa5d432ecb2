import { passwordResetSendMessage as call } from '#contract/calls/account/password-reset-send-message.ts'
import { userStatuses } from '#contract/states/user.ts'
import { resetCodeMail } from '../../people/account-mails.ts'
import { requireImageCode } from '../../access/image-code.ts'
import { noteConcern } from '../../access/sign-in-step.ts'
import { handler } from '../handler.ts'

export const passwordResetSendMessage = handler(call, async (input, context, visitor) => {
  const { emailCodes, knownBrowsers, mail, people } = context
  const user = await people.findByName(input.loginName)
  noteConcern(visitor, user)
  await requireImageCode(input, context)
  const { code, resendAfterMs, expiresAtMs } = await emailCodes.issue(
    input.loginName,
    'reset',
    knownBrowsers.attempt(input.loginName, user, visitor),
  )
  if (code === undefined) return { resendAfterMs, expiresAtMs, isOnItsWay: true }
  // Nobody of that name, or nobody who may sign in: the same work, and a mail to nobody.
  const to = user?.status === userStatuses.activated ? user.email : undefined
  await mail.write({ to, isCode: true, ...resetCodeMail[user?.language ?? 'en-US']({ code, expiresAtMs, alias: user?.alias ?? '' }) })
  return { resendAfterMs, expiresAtMs }
})
