import { licenceStatuses } from '#contract/states/licence.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../../db/open.ts'
import { momentIn, paragraphs, type MailTexts } from '../../mail/mail-text.ts'
import type { Mail } from '../../mail/mail.ts'
import { isInForce, isWaiting, type Licence } from './time-line.ts'

/** Events are kept on for so long after a licence ended (rule 9.8). */
const EVENTS_GO_ON_MS = 15 * DAY_MS

interface Facts {
  chlNum: number
  endsAtMs: number
  link: string
}

const expiringText: MailTexts<Facts> = {
  'en-US': ({ chlNum, endsAtMs, link }) => ({
    subject: 'Your video licence ends soon',
    body: paragraphs(
      `The licence for ${chlNum} cameras of your organization ends on ${momentIn('en-US', endsAtMs)}.`,
      `Renew it here, and it goes on without a gap: ${link}`,
    ),
  }),
  'zh-CN': ({ chlNum, endsAtMs, link }) => ({
    subject: '您的视频许可证即将到期',
    body: paragraphs(`贵组织 ${chlNum} 路摄像机的许可证将于 ${momentIn('zh-CN', endsAtMs)} 到期。`, `请在此续费，服务将不会中断：${link}`),
  }),
}

const endedText: MailTexts<Facts> = {
  'en-US': ({ chlNum, endsAtMs, link }) => ({
    subject: 'Your video licence has ended',
    body: paragraphs(
      `The licence for ${chlNum} cameras of your organization ended on ${momentIn('en-US', endsAtMs)}.`,
      `Events are stored until ${momentIn('en-US', endsAtMs + EVENTS_GO_ON_MS)}, then no more.`,
      `Buy another here: ${link}`,
    ),
  }),
  'zh-CN': ({ chlNum, endsAtMs, link }) => ({
    subject: '您的视频许可证已到期',
    body: paragraphs(
      `贵组织 ${chlNum} 路摄像机的许可证已于 ${momentIn('zh-CN', endsAtMs)} 到期。`,
      `事件将继续存储至 ${momentIn('zh-CN', endsAtMs + EVENTS_GO_ON_MS)}，此后不再存储。`,
      `请在此重新购买：${link}`,
    ),
  }),
}

/**
 * Tells the administrators, in the transaction of the change, that a licence ends soon or has ended. Nobody is told of one that
 * another follows.
 */
export async function remind(db: Db, mail: Mail, { changed, all }: { changed: Licence; all: readonly Licence[] }): Promise<void> {
  const isFollowed = all.some((licence) => licence.id !== changed.id && (isWaiting(licence) || isInForce(licence)))
  const texts =
    changed.status === licenceStatuses.expiring ? expiringText : changed.status === licenceStatuses.expired ? endedText : undefined
  if (texts === undefined || isFollowed) return
  const facts = { chlNum: changed.chl_num, endsAtMs: changed.ends_at_ms ?? 0, link: mail.link('/service/servicelicense/list') }
  const administrators = await db
    .selectFrom('user')
    .where('organization_id', '=', changed.organization_id)
    .where('role', '=', 'administrator')
    .where('status', '=', 1)
    .select(['email', 'language'])
    .execute()
  for (const { email, language } of administrators) await mail.write({ to: email, ...texts[language](facts) }, db)
}
