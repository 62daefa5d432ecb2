import type { ExternalRecipient } from '#contract/calls/contact/external-recipient.ts'
import type { Db } from '../db/open.ts'
import type { DeviceNotices } from '../events/device-notices.ts'
import type { Recipients } from '../mail/recipients.ts'
import type { Now } from '../runtime/clock.ts'
import { hasNotEnded, shareRows } from '../video/archive/share-rows.ts'

interface Parts {
  db: Db
  now: Now
  recipients: Recipients
  deviceNotices: DeviceNotices
}

/** Addresses outside an organization to which something of it goes, wherever they were written down. */
export class ExternalRecipients {
  readonly #db: Db
  readonly #now: Now
  readonly #recipients: Recipients
  readonly #deviceNotices: DeviceNotices

  constructor({ db, now, recipients, deviceNotices }: Parts) {
    this.#db = db
    this.#now = now
    this.#recipients = recipients
    this.#deviceNotices = deviceNotices
  }

  /** All of them, by address. */
  async list(organizationId: string): Promise<ExternalRecipient[]> {
    const found = new Map<string, ExternalRecipient>()
    const at = (email: string) => {
      const one = found.get(email) ?? { email, isConfirmed: false, contacts: [], rules: [], devices: [], shares: 0 }
      found.set(email, one)
      return one
    }
    for (const { name, email } of await this.#contacts(organizationId)) at(email).contacts.push(name)
    for (const { name, emails } of await this.#rules(this.#db, organizationId)) for (const email of emails) at(email).rules.push(name)
    for (const { name, emails } of await this.#deviceNotices.list(organizationId)) for (const email of emails) at(email).devices.push(name)
    for (const { recipient, count } of await this.#shares(organizationId)) if (recipient !== null) at(recipient).shares = Number(count)
    const people = this.#db.selectFrom('user').where('organization_id', '=', organizationId)
    for (const { email } of await people.select('email').execute()) found.delete(email)
    const confirmed = await this.#recipients.confirmed(organizationId, [...found.keys()])
    const resting = await this.#recipients.resting(organizationId, [...found.keys()])
    for (const one of found.values()) {
      one.isResting = resting.has(one.email)
      one.isConfirmed = one.isResting || confirmed.has(one.email)
    }
    return [...found.values()].toSorted((one, other) => (one.email < other.email ? -1 : 1))
  }

  /** Whether something goes there. */
  async has(organizationId: string, email: string): Promise<boolean> {
    return (await this.list(organizationId)).some((one) => one.email === email)
  }

  /** Has nothing go there any more. False when nothing does. */
  async remove(organizationId: string, email: string): Promise<boolean> {
    if (!(await this.has(organizationId, email))) return false
    await this.#db.transaction().execute(async (db) => {
      await db.deleteFrom('contact').where('organization_id', '=', organizationId).where('email', '=', email).execute()
      for (const { id, emails } of await this.#rules(db, organizationId)) {
        if (!emails.includes(email)) continue
        const emails_json = JSON.stringify(emails.filter((one) => one !== email))
        await db.updateTable('alarm_rule').set({ emails_json }).where('id', '=', id).execute()
      }
      for (const { sn, emails } of await this.#deviceNotices.list(organizationId, db)) {
        if (!emails.includes(email)) continue
        const emails_json = JSON.stringify(emails.filter((one) => one !== email))
        await db.updateTable('dev_notify').set({ emails_json }).where('sn', '=', sn).execute()
      }
      const sent = db.updateTable('archive_share').where('organization_id', '=', organizationId).where('recipient', '=', email)
      await sent.where('revoked_at_ms', 'is', null).set({ revoked_at_ms: this.#now() }).execute()
      await db.deleteFrom('mail_recipient_namer').where('organization_id', '=', organizationId).where('email', '=', email).execute()
      await db.deleteFrom('mail_recipient').where('organization_id', '=', organizationId).where('email', '=', email).execute()
    })
    return true
  }

  #contacts(organizationId: string) {
    return this.#db.selectFrom('contact').where('organization_id', '=', organizationId).select(['name', 'email']).orderBy('name').execute()
  }

  async #rules(db: Db, organizationId: string) {
    const rules = db.selectFrom('alarm_rule').where('organization_id', '=', organizationId).orderBy('name')
    const rows = await rules.select(['id', 'name', 'emails_json']).execute()
    return rows.map(({ emails_json, ...rule }) => ({ ...rule, emails: JSON.parse(emails_json) as string[] }))
  }

  #shares(organizationId: string) {
    return shareRows(this.#db)
      .clearSelect()
      .where('archive_share.organization_id', '=', organizationId)
      .where(hasNotEnded(this.#now()))
      .groupBy('archive_share.recipient')
      .select(({ fn }) => ['archive_share.recipient', fn.countAll<number | string>().as('count')])
      .execute()
  }
}
