import type { Settings } from '#contract/settings.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Quotas } from '../access/quotas.ts'
import { randomId } from '../runtime/secrets.ts'
import { defuse } from './defuse.ts'
import type { MailText } from './mail-text.ts'

const KEEP_MS = 7 * 24 * 60 * 60_000
const KEEP_FOR_NOBODY_MS = 60 * 60_000

/** A file that a mail brings, such as the picture of an alarm: it stays where it lies until the mail is sent, however many mails bring it. */
export interface Attachment {
  fileName: string
  contentType: string
  objectKey: string
}

/** A mail to write. `to` is undefined when there is nobody of that name: the work is the same, and nothing is sent. */
export interface Letter extends MailText {
  to: string | undefined
  /** Whose mail it is: it counts for their day, and waits among their own. The service's own mail, when there is none. */
  organizationId?: string
  /** Somebody waits in front of a screen for the code in it: it goes before everything else. */
  isCode?: boolean
  attachments?: readonly Attachment[]
}

/**
 * Writes mail. A mail is a row first, in the transaction of what it tells of, and the postman takes it from there: no answer waits
 * for a mail server, and none is lost when that server or this process is down.
 */
export class Mail {
  readonly #db: Db
  readonly #now: Now
  readonly #settings: Settings
  readonly #quotas: Quotas

  constructor({ db, now, settings, quotas }: { db: Db; now: Now; settings: Settings; quotas: Quotas }) {
    this.#quotas = quotas
    this.#db = db
    this.#now = now
    this.#settings = settings
  }

  /**
   * `db` is the transaction to write it in, if there is one. Fails with daily-mail-spent when the organization's mail is used up for today.
   */
  async write(letter: Letter, db: Db = this.#db): Promise<void> {
    if (!(await this.offer(letter, db))) throw new CallFault('daily-mail-spent')
  }

  /** As `write`, for mail that nobody asked for at this moment: false when there is none left for today. */
  async offer(letter: Letter, db: Db = this.#db): Promise<boolean> {
    const { organizationId = null } = letter
    if (organizationId !== null && !(await this.#quotas.take(organizationId, 'mail', 1, db))) return false
    const nowMs = this.#now()
    const [origin = ''] = this.#settings.origins
    await db
      .insertInto('mail')
      .values({
        id: randomId(),
        to_address: letter.to ?? null,
        organization_id: organizationId,
        is_code: letter.isCode === true ? 1 : 0,
        subject: defuse(letter.subject, { origin: '', to: letter.to }),
        body: defuse(letter.body, { origin, to: letter.to }),
        attachments_json: JSON.stringify(letter.attachments ?? []),
        created_at_ms: nowMs,
        tries: 0,
        next_try_at_ms: nowMs,
      })
      .execute()
    return true
  }

  /** The address of a page of the app, as a mail names it. `path` begins with a slash, such as `/login`. */
  link(path: string): string {
    return this.serviceLink(`/user${path}`)
  }

  /** The address of a page of the service itself. */
  serviceLink(path: string): string {
    return `${this.#settings.origins[0] ?? ''}${path}`
  }

  /** Forgets what nobody took within a week, and mail to nobody within an hour. */
  async purge(): Promise<void> {
    const nowMs = this.#now()
    await this.#db
      .deleteFrom('mail')
      .where('created_at_ms', '<=', nowMs - KEEP_MS)
      .execute()
    await this.#db
      .deleteFrom('mail')
      .where('to_address', 'is', null)
      .where('created_at_ms', '<=', nowMs - KEEP_FOR_NOBODY_MS)
      .execute()
  }
}
