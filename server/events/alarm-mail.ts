import type { Selectable } from 'kysely'
import { outageKinds, type AlarmKind } from '#contract/calls/event/alarm.ts'
import { alarmPath } from '#contract/web-push.ts'
import type { Db } from '../db/open.ts'
import type { AlarmTable } from '../db/schema.ts'
import type { Mail } from '../mail/mail.ts'
import { momentIn, paragraphs, type MailTexts } from '../mail/mail-text.ts'
import type { Recipients } from '../mail/recipients.ts'
import { recipientLanguages } from '../mail/recipient-languages.ts'
import { alarmKindNames } from './alarm-kind-names.ts'
import type { DeviceNotices } from './device-notices.ts'

type AlarmRow = Selectable<AlarmTable>
interface Facts {
  alarm: AlarmRow
  link: string
}

const texts: MailTexts<Facts> = {
  'en-US': ({ alarm, link }) => ({
    subject: `${alarmKindNames['en-US'][alarm.kind]}: ${alarm.source_name}, ${alarm.site_name}`,
    body: paragraphs(
      `${alarmKindNames['en-US'][alarm.kind]} at ${alarm.source_name}, ${alarm.site_name}, on ${momentIn('en-US', alarm.started_at_ms)}.`,
      ...(alarm.plate === null ? [] : [`Licence plate: ${alarm.plate}`]),
      ...(alarm.rule_name === null ? [] : [`Alarm rule: ${alarm.rule_name}`]),
      `Open the alarm: ${link}`,
    ),
  }),
  'zh-CN': ({ alarm, link }) => ({
    subject: `${alarmKindNames['zh-CN'][alarm.kind]}：${alarm.source_name}，${alarm.site_name}`,
    body: paragraphs(
      `${momentIn('zh-CN', alarm.started_at_ms)}，${alarm.site_name}的${alarm.source_name}：${alarmKindNames['zh-CN'][alarm.kind]}。`,
      ...(alarm.plate === null ? [] : [`车牌：${alarm.plate}`]),
      ...(alarm.rule_name === null ? [] : [`报警规则：${alarm.rule_name}`]),
      `查看报警：${link}`,
    ),
  }),
}

/** Tells people of alarms by mail: the recipients of the rule, and of a device's notification when it is about its health. */
export class AlarmMail {
  readonly #db: Db
  readonly #mail: Mail
  readonly #recipients: Recipients
  readonly #notices: DeviceNotices

  constructor(parts: { db: Db; mail: Mail; recipients: Recipients; notices: DeviceNotices }) {
    this.#db = parts.db
    this.#mail = parts.mail
    this.#recipients = parts.recipients
    this.#notices = parts.notices
  }

  /** An alarm was raised; `emails` are those of its rule. */
  async raised(alarm: AlarmRow, emails: readonly string[]): Promise<void> {
    const everybody = new Set([...emails, ...(await this.#toldOfHealth(alarm))])
    if (everybody.size === 0) return
    const confirmed = await this.#recipients.confirmed(alarm.organization_id, [...everybody], alarm)
    const { snapshot_key: objectKey } = alarm
    const attachments = objectKey === null ? [] : [{ fileName: 'snapshot.jpg', contentType: 'image/jpeg', objectKey }]
    const languages = await recipientLanguages(this.#db, alarm.organization_id, [...everybody])
    for (const to of confirmed) {
      const language = languages.get(to) ?? 'en-US'
      const letter = { to, organizationId: alarm.organization_id, attachments }
      await this.#mail.offer({ ...letter, ...texts[language]({ alarm, link: this.#mail.link(alarmPath(alarm.id)) }) })
    }
  }

  /** Recipients of the device's notification, unless they were told of an outage of the device within its interval. */
  async #toldOfHealth(alarm: AlarmRow): Promise<string[]> {
    const kind = outageOf(alarm.kind)
    if (kind === undefined) return []
    const notice = await this.#notices.find(alarm.organization_id, alarm.sn)
    if (notice === undefined || !notice.isEnabled || !notice.kinds.includes(kind)) return []
    const recent = await this.#db
      .selectFrom('alarm')
      .where('sn', '=', alarm.sn)
      .where('kind', 'in', notice.kinds.includes('device-offline') ? [...notice.kinds, 'station-offline'] : notice.kinds)
      .where('id', '!=', alarm.id)
      .where('started_at_ms', '>', alarm.started_at_ms - notice.alertIntervalS * 1000)
      .where('started_at_ms', '<=', alarm.started_at_ms)
      .select('id')
      .executeTakeFirst()
    return recent === undefined ? notice.emails : []
  }
}

/** A viewing station is a device too. */
function outageOf(kind: AlarmKind): (typeof outageKinds)[number] | undefined {
  return kind === 'station-offline' ? 'device-offline' : outageKinds.find((one) => one === kind)
}
