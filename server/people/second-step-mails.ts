import { userStatuses } from '#contract/states/user.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { momentIn, paragraphs, type MailTexts } from '../mail/mail-text.ts'

/** Sign-in asks for no second step any more, not for this one, or not because the organization required it. */
type Loss = 'off' | 'removed' | 'not-required'

interface LossFacts {
  alias: string
  /** The administrator who did it; it was the person, when there is none. */
  by: string | undefined
  atMs: number
  link: string
}

const offMail: MailTexts<LossFacts> = {
  'en-US': ({ alias, atMs, link }) => ({
    subject: 'Two-step sign-in was turned off',
    body: paragraphs(
      `Hello ${alias},`,
      `two-step sign-in of your account was turned off on ${momentIn('en-US', atMs)}. From now on the password alone is enough.`,
      'If that was not you, choose a new password at once and tell your administrator:',
      link,
    ),
  }),
  'zh-CN': ({ alias, atMs, link }) => ({
    subject: '两步登录已关闭',
    body: paragraphs(
      `${alias}，您好！`,
      `您的账户已于 ${momentIn('zh-CN', atMs)} 关闭两步登录，今后仅凭密码即可登录。`,
      '如果这不是您本人的操作，请立即重设密码，并告知您的管理员：',
      link,
    ),
  }),
}

const removedMail: MailTexts<LossFacts> = {
  'en-US': ({ alias, by, atMs, link }) => ({
    subject: 'A second step of your account was removed',
    body: paragraphs(
      `Hello ${alias},`,
      by === undefined
        ? `a second step of your account was removed on ${momentIn('en-US', atMs)}.`
        : `the administrator ${by} removed all second steps of your account on ${momentIn('en-US', atMs)}.`,
      'If you know nothing of it, choose a new password at once and tell your administrator:',
      link,
    ),
  }),
  'zh-CN': ({ alias, by, atMs, link }) => ({
    subject: '您账户的第二步验证已移除',
    body: paragraphs(
      `${alias}，您好！`,
      by === undefined
        ? `您账户的一种第二步验证方式已于 ${momentIn('zh-CN', atMs)} 移除。`
        : `管理员“${by}”已于 ${momentIn('zh-CN', atMs)} 移除您账户的所有第二步验证方式。`,
      '如果您对此并不知情，请立即重设密码，并告知您的管理员：',
      link,
    ),
  }),
}

const notRequiredMail: MailTexts<LossFacts> = {
  'en-US': ({ alias, by, atMs, link }) => ({
    subject: 'Two-step sign-in is no longer required',
    body: paragraphs(
      `Hello ${alias},`,
      by === undefined
        ? `you no longer require two-step sign-in of everybody in your organization since ${momentIn('en-US', atMs)}. For your account the password alone is enough from now on.`
        : `the administrator ${by} no longer requires two-step sign-in of everybody in your organization since ${momentIn('en-US', atMs)}. For your account the password alone is enough from now on.`,
      'You can turn on a second step of your own, under Privacy and Security:',
      link,
    ),
  }),
  'zh-CN': ({ alias, by, atMs, link }) => ({
    subject: '组织不再要求两步登录',
    body: paragraphs(
      `${alias}，您好！`,
      by === undefined
        ? `您已于 ${momentIn('zh-CN', atMs)} 取消对组织全体成员的两步登录要求，今后仅凭密码即可登录您的账户。`
        : `管理员“${by}”已于 ${momentIn('zh-CN', atMs)} 取消对组织全体成员的两步登录要求，今后仅凭密码即可登录您的账户。`,
      '您可以在“隐私与安全”中为自己的账户开启两步登录：',
      link,
    ),
  }),
}

const mailOf: Record<Loss, MailTexts<LossFacts>> = { off: offMail, removed: removedMail, 'not-required': notRequiredMail }

/** Tells the person by mail that less guards their account now, whoever did it. `db`: the transaction of what it tells of. */
export async function tellOfSecondStep(
  loss: Loss,
  { userId, by }: { userId: string; by: string },
  { mail, now }: Pick<Context, 'mail' | 'now'>,
  db: Db,
): Promise<void> {
  const people = await db.selectFrom('user').where('id', 'in', [userId, by]).select(['id', 'email', 'alias', 'language']).execute()
  const person = people.find(({ id }) => id === userId)
  if (person === undefined) return
  const doer = by === userId ? undefined : people.find(({ id }) => id === by)?.alias
  const text = mailOf[loss][person.language]({
    alias: person.alias,
    by: doer,
    atMs: now(),
    link: mail.link(loss === 'not-required' ? '/privacySecurity' : '/login'),
  })
  await mail.write({ to: person.email, ...text }, db)
}

/**
 * Tells everybody by mail whose sign-in asks for no second step any more, now that their organization does not require one: those who turned
 * on none of their own. It counts for nothing of the day's mail, which could keep it back.
 */
export async function tellOfNoRequirement(
  { organizationId, by }: { organizationId: string; by: string },
  context: Pick<Context, 'mail' | 'now'>,
  db: Db,
): Promise<void> {
  const people = db.selectFrom('user').where('organization_id', '=', organizationId).where('status', '=', userStatuses.activated)
  const lost = await people.where('mfa_enabled', '=', 0).select('id').execute()
  for (const { id } of lost) await tellOfSecondStep('not-required', { userId: id, by }, context, db)
}
