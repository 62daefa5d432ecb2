import { userStatuses } from '#contract/states/user.ts'
import type { DailyUse } from '../db/schema/mail.ts'
import type { Quotas } from '../access/quotas.ts'
import type { Mail } from './mail.ts'
import { paragraphs, type MailTexts } from './mail-text.ts'

/** Of what is used up while nobody looks; whoever invites or shares reads it at that moment. */
const texts: Partial<Record<DailyUse, MailTexts<{ link: string }>>> = {
  mail: {
    'en-US': ({ link }) => ({
      subject: 'No more e-mail today',
      body: paragraphs(
        'Your organization has sent as many e-mails today as it may. Until midnight (UTC) no more are sent of alarms, and archives and invitations cannot be sent by mail. Alarms are shown as ever.',
        `Fewer alarm rules that send mail, or longer alert intervals, help: ${link}`,
      ),
    }),
    'zh-CN': ({ link }) => ({
      subject: '今日邮件已用完',
      body: paragraphs(
        '贵组织今日可发送的邮件已用完。在午夜（UTC）之前，不再发送报警邮件，也无法通过邮件分享存档或发送邀请。报警仍会照常显示。',
        `可减少发送邮件的报警规则，或延长报警间隔：${link}`,
      ),
    }),
  },
  pictureBytes: {
    'en-US': ({ link }) => ({
      subject: 'No more pictures of events today',
      body: paragraphs(
        'The cameras of your organization have sent as many pictures of events today as are kept. Until midnight (UTC) events are kept without pictures.',
        `All alarms: ${link}`,
      ),
    }),
    'zh-CN': ({ link }) => ({
      subject: '今日事件图片已用完',
      body: paragraphs('贵组织的摄像机今日发送的事件图片已达到可保存的上限。在午夜（UTC）之前，事件将不带图片保存。', `全部报警：${link}`),
    }),
  },
}

/** Has the administrators of an organization told, once a day, that something is used up. Those mails count for nothing. */
export function tellOfSpentQuotas(quotas: Quotas, mail: Mail): void {
  quotas.onSpent(async (organizationId, what, db) => {
    const told = texts[what]
    if (told === undefined) return
    const people = db.selectFrom('user').where('organization_id', '=', organizationId).where('role', '=', 'administrator')
    const administrators = people.where('status', '=', userStatuses.activated).select(['email', 'language'])
    for (const { email, language } of await administrators.execute())
      await mail.write({ to: email, ...told[language]({ link: mail.link('/alerts') }) }, db)
  })
}
