import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { momentIn, paragraphs, type MailTexts } from '../mail/mail-text.ts'

/** Sign-in asks for no second step any more, or not for this one. */
type Loss = 'off' | 'removed'

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
  const texts = loss === 'off' ? offMail : removedMail
  const text = texts[person.language]({ alias: person.alias, by: doer, atMs: now(), link: mail.link('/login') })
  await mail.write({ to: person.email, ...text }, db)
}
