import { randomInt } from 'node:crypto'
import { DAY_MS } from '#shared/time/day.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { Sealer } from '../runtime/sealer.ts'

/** What a code is for; a code for one purpose is none for another. */
type Purpose = 'register' | 'reset' | 'mfa' | 'mfa-setup'

const LENGTH = 6
/** Characters that nobody takes for another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LIFE_MS = 10 * 60_000
const RESEND_AFTER_MS = 120_000
const MOST_A_DAY = 10
const MOST_GUESSES = 5

export interface IssuedCode {
  code: string
  resendAfterMs: number
  expiresAtMs: number
}

/**
 * Codes that go out by e-mail: 6 characters, 120 s apart, 10 a day, good once within ten minutes, void after 5 wrong guesses. There is
 * one for each name and purpose, whether there is such a user or not, so that both are answered alike.
 */
export class EmailCodes {
  readonly #db: Db
  readonly #now: Now
  readonly #sealer: Sealer

  constructor({ db, now, sealer }: { db: Db; now: Now; sealer: Sealer }) {
    this.#db = db
    this.#now = now
    this.#sealer = sealer
  }

  /**
   * Makes a code in place of the last one. Fails with too-frequent too soon after it, and too-many-email-codes when there were too many in
   * a day.
   */
  async issue(target: string, purpose: Purpose): Promise<IssuedCode> {
    const nowMs = this.#now()
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    const fresh = {
      code_mac: this.#macOf(target, purpose, code),
      sent_at_ms: nowMs,
      expires_at_ms: nowMs + LIFE_MS,
      used_at_ms: null,
      failures: 0,
    }
    // One statement, so that of two askers at once only one is given a code.
    const made = await this.#db
      .insertInto('email_code')
      .values({ target, purpose, ...fresh, day_started_at_ms: nowMs, day_count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['target', 'purpose'])
          .doUpdateSet((set) => ({
            ...fresh,
            day_count: set
              .case()
              .when('email_code.day_started_at_ms', '<=', nowMs - DAY_MS)
              .then(1)
              .else(set('email_code.day_count', '+', 1))
              .end(),
            day_started_at_ms: set
              .case()
              .when('email_code.day_started_at_ms', '<=', nowMs - DAY_MS)
              .then(nowMs)
              .else(set.ref('email_code.day_started_at_ms'))
              .end(),
          }))
          .where('email_code.sent_at_ms', '<=', nowMs - RESEND_AFTER_MS)
          .where((where) =>
            where.or([where('email_code.day_started_at_ms', '<=', nowMs - DAY_MS), where('email_code.day_count', '<', MOST_A_DAY)]),
          ),
      )
      .returning('expires_at_ms')
      .executeTakeFirst()
    if (made === undefined) throw await this.#refusal(target, purpose)
    return { code, resendAfterMs: RESEND_AFTER_MS, expiresAtMs: made.expires_at_ms }
  }

  /** Fails unless this is the code: code-expired (none, expired, or guessed at too often), email-code-wrong, code-used. It stays good. */
  async check(target: string, purpose: Purpose, guess: string): Promise<void> {
    // Counted as wrong before it is looked at, so that many guesses at once are not more than five either.
    const mine = this.#db.updateTable('email_code').where('target', '=', target).where('purpose', '=', purpose)
    const row = await mine
      .set((set) => ({ failures: set('failures', '+', 1) }))
      .where('failures', '<', MOST_GUESSES)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined || row.expires_at_ms <= this.#now()) throw new CallFault('code-expired')
    if (row.code_mac !== this.#macOf(target, purpose, guess)) throw new CallFault('email-code-wrong')
    await mine.set((set) => ({ failures: set('failures', '-', 1) })).execute()
    if (row.used_at_ms !== null) throw new CallFault('code-used')
  }

  /** Uses a code up that was just checked. Fails with code-used when somebody was faster. `db`: the transaction of what it is used for. */
  async use(target: string, purpose: Purpose, db: Db = this.#db): Promise<void> {
    const used = await db
      .updateTable('email_code')
      .set({ used_at_ms: this.#now() })
      .where('target', '=', target)
      .where('purpose', '=', purpose)
      .where('used_at_ms', 'is', null)
      .returning('target')
      .executeTakeFirst()
    if (used === undefined) throw new CallFault('code-used')
  }

  /** Forgets codes of which nothing is counted any more. */
  async purge(): Promise<void> {
    const nowMs = this.#now()
    await this.#db
      .deleteFrom('email_code')
      .where('day_started_at_ms', '<=', nowMs - DAY_MS)
      .where('sent_at_ms', '<=', nowMs - LIFE_MS)
      .execute()
  }

  #macOf(target: string, purpose: Purpose, code: string): string {
    return this.#sealer.mac(`${purpose} ${target} ${code.toUpperCase()}`)
  }

  async #refusal(target: string, purpose: Purpose): Promise<CallFault> {
    const row = await this.#db
      .selectFrom('email_code')
      .where('target', '=', target)
      .where('purpose', '=', purpose)
      .select('sent_at_ms')
      .executeTakeFirst()
    const retryAfterMs = (row?.sent_at_ms ?? 0) + RESEND_AFTER_MS - this.#now()
    return retryAfterMs > 0 ? new CallFault('too-frequent', { retryAfterMs }) : new CallFault('too-many-email-codes')
  }
}
