import type { Settings } from '#contract/settings.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { randomId } from '../runtime/secrets.ts'
import type { MailText } from './mail-text.ts'

const KEEP_MS = 7 * 24 * 60 * 60_000
const KEEP_FOR_NOBODY_MS = 60 * 60_000

/** A file that a mail brings, such as the picture of an alarm. */
export interface Attachment {
  fileName: string
  contentType: string
  base64: string
}

/** A mail to write. `to` is undefined when there is nobody of that name: the work is the same, and nothing is sent. */
export interface Letter extends MailText {
  to: string | undefined
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

  constructor({ db, now, settings }: { db: Db; now: Now; settings: Settings }) {
    this.#db = db
    this.#now = now
    this.#settings = settings
  }

  /** `db` is the transaction to write it in, if there is one. */
  async write(letter: Letter, db: Db = this.#db): Promise<void> {
    const nowMs = this.#now()
    await db
      .insertInto('mail')
      .values({
        id: randomId(),
        to_address: letter.to ?? null,
        subject: letter.subject,
        body: letter.body,
        attachments_json: JSON.stringify(letter.attachments ?? []),
        created_at_ms: nowMs,
        tries: 0,
        next_try_at_ms: nowMs,
      })
      .execute()
  }

  /** The address of a page of the app, as a mail names it. `path` begins with a slash, such as `/login`. */
  link(path: string): string {
    return `${this.#settings.origins[0] ?? ''}/user${path}`
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
