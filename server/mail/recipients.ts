import { sql, type ExpressionBuilder } from 'kysely'
import type { Language } from '#contract/enums.ts'
import { userStatuses } from '#contract/states/user.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { randomSecret, sha256 } from '../runtime/secrets.ts'
import { bareDevices, channelsSeen, rolesWith, type Asker } from '../access/sees-channel.ts'
import { tenantLimits } from '../access/tenant-limits.ts'
import type { Mail } from './mail.ts'
import { paragraphs, type MailTexts } from './mail-text.ts'

/** What an alarm is about: a channel, or a device as a whole. */
interface AlarmPlace {
  sn: string
  chl_index: number | null
}

export const CONFIRM_PATH = '/alarm-mail'

/** In place of the person who has named an address, where that was not noted yet: it stands whoever else names it, and goes. */
const NAMED_EARLIER = ''

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
 * before they were the organization's people, and are not asked. An address outside rests when nobody who has named it is there any more, or may set
 * alarms: it ends with them, unless somebody else names it too.
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

  /** Those of these addresses that may be sent alarms, of this place if one is given. */
  async confirmed(organizationId: string, emails: readonly string[], place?: AlarmPlace): Promise<ReadonlySet<string>> {
    if (emails.length === 0) return new Set()
    const people = this.#db.selectFrom('user').where('organization_id', '=', organizationId).where('status', '=', userStatuses.activated)
    const own = await people.where('email', 'in', emails).select('email').execute()
    const outside = await this.#outside(organizationId, emails, place)
    return new Set([...own, ...outside.filter(({ stands }) => stands === 1)].map(({ email }) => email))
  }

  /** Those of these addresses whose owners have agreed, and which rest. */
  async resting(organizationId: string, emails: readonly string[]): Promise<ReadonlySet<string>> {
    if (emails.length === 0) return new Set()
    const outside = await this.#outside(organizationId, emails)
    return new Set(outside.filter(({ stands }) => stands === 0).map(({ email }) => email))
  }

  /** Addresses that are nobody's of the organization and whose owners have agreed. `stands`: 1 as long as somebody may name them, for this place or for any. */
  #outside(organizationId: string, emails: readonly string[], place?: AlarmPlace) {
    const agreed = this.#db
      .selectFrom('mail_recipient')
      .where('organization_id', '=', organizationId)
      .where('confirmed_at_ms', 'is not', null)
      .where('email', 'not in', this.#frozen(organizationId))
    const stands = ({ or, exists, selectFrom }: ExpressionBuilder<Schema, 'mail_recipient'>) => {
      const namers = selectFrom('mail_recipient_namer')
        .select('mail_recipient_namer.user_id')
        .whereRef('mail_recipient_namer.organization_id', '=', 'mail_recipient.organization_id')
        .whereRef('mail_recipient_namer.email', '=', 'mail_recipient.email')
      const still = namers
        .innerJoin('user', 'user.id', 'mail_recipient_namer.user_id')
        .where('user.organization_id', '=', organizationId)
        .where('user.status', '=', userStatuses.activated)
        .where('user.is_installer', '=', 0)
        .where(maySetAlarms(place))
      return or([exists(namers.where('mail_recipient_namer.user_id', '=', NAMED_EARLIER)), exists(still)])
    }
    return agreed
      .where('email', 'in', emails)
      .select((row) => ['email', sql<number>`case when ${stands(row)} then 1 else 0 end`.as('stands')])
      .execute()
  }

  /**
   * Somebody has named these addresses, and stands for them from now on. Asks those who have not agreed yet, in the language of that person: each once a day
   * at the most, and few times whoever names them.
   */
  async ask(organizationId: string, emails: readonly string[], askedBy: string): Promise<void> {
    await this.#noteNamer(organizationId, emails, askedBy)
    const confirmed = await this.confirmed(organizationId, emails)
    const resting = await this.resting(organizationId, emails)
    const unconfirmed = [...new Set(emails)].filter((email) => !confirmed.has(email) && !resting.has(email))
    if (unconfirmed.length === 0) return
    const frozen = new Set((await this.#frozen(organizationId).execute()).map(({ email }) => email))
    const asker = await this.#db.selectFrom('user').where('id', '=', askedBy).select('language').executeTakeFirst()
    for (const email of unconfirmed) if (!frozen.has(email)) await this.#askOne(organizationId, email, asker?.language ?? 'en-US')
  }

  /** An installer, who comes and goes, stands for nobody. */
  async #noteNamer(organizationId: string, emails: readonly string[], userId: string): Promise<void> {
    const people = this.#db.selectFrom('user').where('organization_id', '=', organizationId)
    const namer = people.where('id', '=', userId).where('is_installer', '=', 0)
    if (emails.length === 0 || (await namer.select('id').executeTakeFirst()) === undefined) return
    const own = new Set((await people.where('email', 'in', emails).select('email').execute()).map(({ email }) => email))
    const outside = [...new Set(emails)].filter((email) => !own.has(email))
    if (outside.length === 0) return
    await this.#db
      .insertInto('mail_recipient_namer')
      .values(outside.map((email) => ({ organization_id: organizationId, email, user_id: userId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
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

/** The condition on `user` that they may set alarms: of this place, else of any. */
function maySetAlarms(place: AlarmPlace | undefined) {
  return ({ or, eb, exists, ref }: ExpressionBuilder<Schema, 'user'>) => {
    const asker: Asker = { userId: ref('user.id'), organizationId: ref('user.organization_id'), isAdministrator: false }
    let channels = channelsSeen(asker, { right: 'configure', withClosed: true })
    let bare = bareDevices(asker, rolesWith('configure'))
    if (place !== undefined) {
      channels = channels.where('channel.sn', '=', place.sn)
      bare = bare.where('device.sn', '=', place.sn)
      if (place.chl_index !== null) channels = channels.where('channel.chl_index', '=', place.chl_index)
    }
    return or([eb('user.role', '=', 'administrator'), exists(channels.select('channel.sn')), exists(bare.select('device.sn'))])
  }
}
