import type { ExpressionBuilder } from 'kysely'
import type { Language } from '#contract/enums.ts'
import { userStatuses } from '#contract/states/user.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { randomSecret, sha256 } from '../runtime/secrets.ts'
import { tenantLimits } from '../access/tenant-limits.ts'
import type { Mail } from './mail.ts'
import { paragraphs, type MailTexts } from './mail-text.ts'

export const CONFIRM_PATH = '/alarm-mail'

const texts: MailTexts<{ organization: string; link: string }> = {
  'en-US': ({ organization, link }) => ({
    subject: `Alarms of ${organization} by e-mail?`,
    body: paragraphs(
      `${organization} wants to send alarms of its cameras to this address. They come only after you have opened this link: ${link}`,
      'If you do not know what this is about, do nothing: no alarms will come.',
    ),
  }),
  'zh-CN': ({ organization, link }) => ({
    subject: `是否通过邮件接收${organization}的报警？`,
    body: paragraphs(
      `${organization}希望将其摄像机的报警发送到此邮箱。只有在您打开以下链接之后才会发送：${link}`,
      '如果您不了解此事，请忽略本邮件：不会发送任何报警。',
    ),
  }),
}

/**
 * Who gets alarms by mail: the organization's own people, and addresses whose owner has opened the link that they were sent. Anybody may
 * name any address, and a stranger's post box is not filled by it: they get one question. People who are frozen get nothing, whatever they agreed to
 * before they were the organization's people, and are not asked.
 */
export class Recipients {
  readonly #db: Db
  readonly #now: Now
  readonly #mail: Mail

  constructor({ db, now, mail }: { db: Db; now: Now; mail: Mail }) {
    this.#db = db
    this.#now = now
    this.#mail = mail
  }

  /** Those of these addresses that may be sent alarms. */
  async confirmed(organizationId: string, emails: readonly string[]): Promise<ReadonlySet<string>> {
    if (emails.length === 0) return new Set()
    const people = this.#db.selectFrom('user').where('organization_id', '=', organizationId).where('status', '=', userStatuses.activated)
    const others = this.#db
      .selectFrom('mail_recipient')
      .where('organization_id', '=', organizationId)
      .where('confirmed_at_ms', 'is not', null)
      .where('email', 'not in', this.#frozen(organizationId))
    const rows = [
      ...(await people.where('email', 'in', emails).select('email').execute()),
      ...(await others.where('email', 'in', emails).select('email').execute()),
    ]
    return new Set(rows.map(({ email }) => email))
  }

  /**
   * Asks those of these addresses who have not agreed yet, in the language of the person who named them: each once a day at the most, and
   * few times whoever names them.
   */
  async ask(organizationId: string, emails: readonly string[], askedBy: string): Promise<void> {
    const confirmed = await this.confirmed(organizationId, emails)
    const unconfirmed = [...new Set(emails)].filter((email) => !confirmed.has(email))
    if (unconfirmed.length === 0) return
    const frozen = new Set((await this.#frozen(organizationId).execute()).map(({ email }) => email))
    const asker = await this.#db.selectFrom('user').where('id', '=', askedBy).select('language').executeTakeFirst()
    for (const email of unconfirmed) if (!frozen.has(email)) await this.#askOne(organizationId, email, asker?.language ?? 'en-US')
  }

  /** Addresses of the organization's people who are frozen. */
  #frozen(organizationId: string) {
    const people = this.#db.selectFrom('user').where('organization_id', '=', organizationId)
    return people.where('status', '=', userStatuses.frozen).select('email')
  }

  /**
   * The owner of an address agrees. Answers whose alarms they get from now on; `undefined` when nobody was asked with this secret, or
   * whoever was is frozen by now.
   */
  async confirm(secret: string): Promise<string | undefined> {
    const frozen = (row: ExpressionBuilder<Schema, 'mail_recipient'>) =>
      row
        .selectFrom('user')
        .whereRef('user.organization_id', '=', 'mail_recipient.organization_id')
        .where('user.status', '=', userStatuses.frozen)
        .select('user.email')
    const asked = this.#db
      .updateTable('mail_recipient')
      .where('token_sha256', '=', sha256(secret))
      .where((row) => row('mail_recipient.email', 'not in', frozen(row)))
    const row = await asked.set({ confirmed_at_ms: this.#now() }).returning('organization_id').executeTakeFirst()
    return row === undefined ? undefined : this.#nameOf(this.#db, row.organization_id)
  }

  async #askOne(organizationId: string, email: string, language: Language): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const nowMs = this.#now()
      const today = db
        .selectFrom('mail_recipient')
        .where('email', '=', email)
        .where('asked_at_ms', '>', nowMs - DAY_MS)
      const asked = await today.select('organization_id').execute()
      if (asked.some((row) => row.organization_id === organizationId) || asked.length >= tenantLimits.mail.questionsToAddressADay) return
      const secret = randomSecret()
      const link = this.#mail.serviceLink(`${CONFIRM_PATH}/${secret}`)
      const organization = await this.#nameOf(db, organizationId)
      // Unless the organization's mail is used up for today: then the next change asks.
      if (!(await this.#mail.offer({ to: email, organizationId, ...texts[language]({ organization, link }) }, db))) return
      const values = { token_sha256: sha256(secret), asked_at_ms: nowMs }
      await db
        .insertInto('mail_recipient')
        .values({ organization_id: organizationId, email, confirmed_at_ms: null, ...values })
        .onConflict((conflict) => conflict.columns(['organization_id', 'email']).doUpdateSet(values))
        .execute()
    })
  }

  async #nameOf(db: Db, organizationId: string): Promise<string> {
    return (await db.selectFrom('organization').where('id', '=', organizationId).select('name').executeTakeFirstOrThrow()).name
  }
}
