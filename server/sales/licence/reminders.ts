import { licenceStatuses } from '#contract/states/licence.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../../db/open.ts'
import { momentIn, paragraphs, type MailTexts } from '../../mail/mail-text.ts'
import type { Mail } from '../../mail/mail.ts'
import { tellAdministrators } from '../../mail/tell-administrators.ts'
import { isInForce, isWaiting, type Licence } from './time-line.ts'

/** Events are kept on for so long after a licence ended (rule 9.8). */
const EVENTS_GO_ON_MS = 15 * DAY_MS

interface Facts {
  chlNum: number
  endsAtMs: number
  link: string
  isTrial: boolean
}

function whole(chlNum: number, isTrial: boolean): string {
  const cameras = `${chlNum} camera${chlNum === 1 ? '' : 's'}`
  return `${isTrial ? 'The free trial' : 'The licence'} for ${cameras} of your organization`
}

const expiringText: MailTexts<Facts> = {
  'en-US': ({ chlNum, endsAtMs, link, isTrial }) => ({
    subject: isTrial ? 'Your free trial of the video licence ends soon' : 'Your video licence ends soon',
    body: paragraphs(
      `${whole(chlNum, isTrial)} ends on ${momentIn('en-US', endsAtMs)}.`,
      isTrial
        ? `Buy a licence here, and everything goes on without a gap: ${link}`
        : `Renew it here, and it goes on without a gap: ${link}`,
    ),
  }),
  'zh-CN': ({ chlNum, endsAtMs, link, isTrial }) => ({
    subject: isTrial ? '您的视频许可免费试用即将到期' : '您的视频许可即将到期',
    body: paragraphs(
      `贵组织 ${chlNum} 台摄像机的${isTrial ? '许可免费试用' : '许可'}将于 ${momentIn('zh-CN', endsAtMs)} 到期。`,
      `请在此${isTrial ? '购买' : '续费'}，服务将不会中断：${link}`,
    ),
  }),
}

const endedText: MailTexts<Facts> = {
  'en-US': ({ chlNum, endsAtMs, link, isTrial }) => ({
    subject: isTrial ? 'Your free trial of the video licence has ended' : 'Your video licence has ended',
    body: paragraphs(
      `${whole(chlNum, isTrial)} ended on ${momentIn('en-US', endsAtMs)}.`,
      `Events are stored until ${momentIn('en-US', endsAtMs + EVENTS_GO_ON_MS)}, then no more.`,
      `Buy ${isTrial ? 'a licence' : 'another'} here: ${link}`,
    ),
  }),
  'zh-CN': ({ chlNum, endsAtMs, link, isTrial }) => ({
    subject: isTrial ? '您的视频许可免费试用已到期' : '您的视频许可已到期',
    body: paragraphs(
      `贵组织 ${chlNum} 台摄像机的${isTrial ? '许可免费试用' : '许可'}已于 ${momentIn('zh-CN', endsAtMs)} 到期。`,
      `事件将继续存储至 ${momentIn('zh-CN', endsAtMs + EVENTS_GO_ON_MS)}，此后不再存储。`,
      `请在此${isTrial ? '购买' : '重新购买'}：${link}`,
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
  const facts = {
    chlNum: changed.chl_num,
    endsAtMs: changed.ends_at_ms ?? 0,
    link: mail.link('/service/servicelicense/list'),
    isTrial: changed.license_type === 'trial',
  }
  await tellAdministrators(db, mail, { organizationId: changed.organization_id, texts, facts })
}
