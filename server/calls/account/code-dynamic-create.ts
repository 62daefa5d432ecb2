import { codeDynamicCreate as call } from '#contract/calls/account/code-dynamic-create.ts'
import type { Language } from '#contract/enums.ts'
import { accountExistsMail, registerCodeMail, signInCodeMail } from '../../people/account-mails.ts'
import { requireImageCode } from '../../access/image-code.ts'
import { hasShownPassword, noteConcern } from '../../access/sign-in-step.ts'
import type { Visitor } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { networkOf } from '../../http/network-of.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const codeDynamicCreate = handler(call, async (input, context, visitor) => {
  if (input.typeEnum === 'register' && context.settings.registration === 'closed') throw new CallFault('registration-closed')
  const mayGoWithout = input.typeEnum === 'mfa' && input.idCode === undefined
  if (!mayGoWithout) await requireImageCode(input, context)
  if (input.typeEnum === 'register') return sendRegisterCode(input.loginName, input.language ?? 'en-US', visitor, context)
  return sendSignInCode(input.loginName, visitor, context)
})

/** To an address that has an account goes another mail, after the same work. */
async function sendRegisterCode(email: string, language: Language, { address }: Visitor, { emailCodes, mail, people }: Context) {
  const { code, resendAfterMs, expiresAtMs } = await emailCodes.issue(email, 'register', { key: networkOf(address), among: email })
  if (code === undefined) return { resendAfterMs, expiresAtMs, isOnItsWay: true }
  const known = await people.findByAddress(email)
  const text =
    known === undefined
      ? registerCodeMail[language]({ code, expiresAtMs })
      : accountExistsMail[known.language]({ code, expiresAtMs, loginName: known.login_name, link: mail.link('/login') })
  await mail.write({ to: email, isCode: true, ...text })
  return { resendAfterMs, expiresAtMs }
}

/** Without the password shown first, the code is one of its own that opens nothing: nobody can use up somebody else's codes of a day. */
async function sendSignInCode(loginName: string, visitor: Visitor, context: Context) {
  const { emailCodes, mail, mfa, people } = context
  const { address } = visitor
  const user = await people.findByName(loginName)
  noteConcern(visitor, user)
  const hasShown = await hasShownPassword(loginName, address, context)
  const types = await mfa.loginTypes(user?.id ?? '')
  const isMeant = user !== undefined && hasShown && types.includes('DYNAMIC_CODE')
  const network = networkOf(address)
  const { code, resendAfterMs, expiresAtMs } = await emailCodes.issue(isMeant ? loginName : `${loginName} ${network}`, 'mfa', {
    key: network,
    among: loginName,
  })
  if (code === undefined) return { resendAfterMs, expiresAtMs, isOnItsWay: true }
  const text = signInCodeMail[user?.language ?? 'en-US']({ code, expiresAtMs, alias: user?.alias ?? '' })
  await mail.write({ to: isMeant ? user.email : undefined, isCode: true, ...text })
  return { resendAfterMs, expiresAtMs }
}
