import { mfaCreate as call } from '#contract/calls/account/mfa-create.ts'
import { signInCodeMail } from '../../people/account-mails.ts'
import { otpauthUri } from '../../access/mfa.ts'
import { requireOwnSelf } from '../../access/own-self.ts'
import { handler } from '../handler.ts'

export const mfaCreate = handler(call, async ({ category, ...shown }, context, caller) => {
  const { userId } = caller
  const { db, emailCodes, mail, mfa } = context
  await requireOwnSelf(shown, caller, context)
  const user = await db
    .selectFrom('user')
    .innerJoin('organization', 'organization.id', 'user.organization_id')
    .where('user.id', '=', userId)
    .select(['user.login_name', 'user.email', 'user.alias', 'user.language', 'organization.product_name'])
    .executeTakeFirstOrThrow()
  if (category === 'app') {
    const { id: mfaId, secret } = await mfa.begin(userId, category)
    return { category, mfaId, secret, otpauthUri: otpauthUri(secret, user.product_name, user.login_name) }
  }
  // First, so that when it is too soon what was begun before stays as it was.
  const { code, resendAfterMs, expiresAtMs } = await emailCodes.issue(userId, 'mfa-setup')
  const { id: mfaId } = await mfa.begin(userId, category)
  if (code !== undefined)
    await mail.write({ to: user.email, isCode: true, ...signInCodeMail[user.language]({ code, expiresAtMs, alias: user.alias }) })
  return { category, mfaId, resendAfterMs, expiresAtMs }
})
