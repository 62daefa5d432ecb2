import { randomInt } from 'node:crypto'
import { DAY_MS } from '#shared/time/day.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { Sealer } from '../runtime/sealer.ts'
import type { Attempt } from './sign-in-guard.ts'

/** What a code is for; a code for one purpose is none for another. */
type Purpose = 'register' | 'reset' | 'mfa' | 'mfa-setup'

const LENGTH = 6
/** Characters that nobody takes for another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LIFE_MS = 10 * 60_000
/** What a code that is on its way still has, or another one is mailed. */
const LEAST_LEFT_MS = 5 * 60_000
const RESEND_AFTER_MS = 120_000
const MOST_A_DAY = 10
const MOST_GUESSES = 5
/** Of those who have asked for no code themselves, all together. */
const MOST_GUESSES_ELSEWHERE = 20
/** At the codes of one name that are good, whoever guesses, of 31^6 codes that there are: from then on known browsers alone are heard. */
const MOST_GUESSES_OF_NAME = 500
/** Asked for so often in a day for one name, whoever asks, its mails are further apart, the more so for others than known browsers. */
const MANY_A_DAY = 30
const MANY_APART_MS = { known: 5 * 60_000, others: 30 * 60_000 }

export interface IssuedCode {
  /** Undefined when the mail that was written last has a code that is good for this one too. */
  code: string | undefined
  resendAfterMs: number
  expiresAtMs: number
}

/** Whoever is signed in, and asks for themselves. */
const ONESELF: Attempt = { key: '' }

/**
 * Codes that go out by e-mail: 6 characters, 120 s apart, 10 a day, good once within ten minutes, void after 5 wrong guesses. All of that is
 * counted by who asks, a browser or a network: a stranger who asks, or guesses, keeps nobody from a code of their own. Whoever asks soon after
 * somebody else is given the code that is on its way, and after 30 questions in a day a name gets a mail each half hour, whose code is good for
 * longer. Many networks that guess together are heard no more as long as what they guess at is good, up to 40 minutes: meanwhile only browsers
 * are that are known to be the person's (no `among`). Names that nobody has are answered alike.
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
   * Makes a code in place of the last one of this asker. Fails with too-frequent too soon after it, and too-many-email-codes when there were too
   * many in a day.
   */
  async issue(target: string, purpose: Purpose, by: Attempt = ONESELF): Promise<IssuedCode> {
    const nowMs = this.#now()
    const asker = by.key
    const apartMs = await this.#apartMs(target, purpose, by)
    const earlier = await this.#onItsWay(target, purpose, apartMs)
    // Whoever asks just before the next mail has ten minutes as well.
    const lifeMs = apartMs > LIFE_MS ? apartMs + LIFE_MS : LIFE_MS
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    const fresh = {
      code_mac: earlier?.code_mac ?? this.#macOf(target, purpose, code),
      sent_at_ms: nowMs,
      mailed_at_ms: earlier?.mailed_at_ms ?? nowMs,
      expires_at_ms: earlier?.expires_at_ms ?? nowMs + lifeMs,
      used_at_ms: null,
      failures: 0,
      failures_elsewhere: 0,
    }
    // One statement, so that of two questions at once only one is given a code.
    const made = await this.#db
      .insertInto('email_code')
      .values({ target, purpose, asker, ...fresh, guesses: 0, day_started_at_ms: nowMs, day_count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['target', 'purpose', 'asker'])
          .doUpdateSet((set) => ({
            ...fresh,
            guesses: set.case().when('email_code.expires_at_ms', '<=', nowMs).then(0).else(set.ref('email_code.guesses')).end(),
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
    if (made === undefined) throw await this.#refusal(target, purpose, asker)
    return { code: earlier === undefined ? code : undefined, resendAfterMs: RESEND_AFTER_MS, expiresAtMs: made.expires_at_ms }
  }

  /** How long after its last mail this name gets another one. */
  async #apartMs(target: string, purpose: Purpose, { among }: Attempt): Promise<number> {
    const ofDay = this.#ofName(target, purpose).where('day_started_at_ms', '>', this.#now() - DAY_MS)
    const asked = await ofDay.select(({ fn }) => fn.sum<number | string | null>('day_count').as('count')).executeTakeFirst()
    if (Number(asked?.count ?? 0) < MANY_A_DAY) return RESEND_AFTER_MS
    return among === undefined ? MANY_APART_MS.known : MANY_APART_MS.others
  }

  /** The code that this name was mailed last, if that is so recent that it gets no other one. */
  #onItsWay(target: string, purpose: Purpose, apartMs: number) {
    const nowMs = this.#now()
    return this.#ofName(target, purpose)
      .where('mailed_at_ms', '>', nowMs - apartMs)
      .where('expires_at_ms', '>=', nowMs + LEAST_LEFT_MS)
      .where('used_at_ms', 'is', null)
      .orderBy('mailed_at_ms', 'desc')
      .select(['code_mac', 'mailed_at_ms', 'expires_at_ms'])
      .executeTakeFirst()
  }

  /**
   * Fails unless this is a code that the name was mailed, whoever asked for it: code-expired (none, expired, or guessed at too often),
   * email-code-wrong, code-used. It stays good. Whoever has asked for none, as with another network than before, has some guesses too.
   */
  async check(target: string, purpose: Purpose, guess: string, { key, among }: Attempt = ONESELF): Promise<void> {
    const live = this.#ofName(target, purpose).where('expires_at_ms', '>', this.#now())
    const own = await live.where('asker', '=', key).select('asker').executeTakeFirst()
    const of = own ?? (await live.orderBy('sent_at_ms', 'desc').select('asker').executeTakeFirst())
    if (of === undefined) throw new CallFault('code-expired')
    const counter = own === undefined ? 'failures_elsewhere' : 'failures'
    const count = this.#db
      .updateTable('email_code')
      .where('target', '=', target)
      .where('purpose', '=', purpose)
      .where('asker', '=', of.asker)
    // Counted as wrong before it is looked at, so that many guesses at once are not more either.
    const counted = await count
      .set((set) => ({ [counter]: set(counter, '+', 1), guesses: set('guesses', '+', 1) }))
      .where(counter, '<', own === undefined ? MOST_GUESSES_ELSEWHERE : MOST_GUESSES)
      .returning('asker')
      .executeTakeFirst()
    if (counted === undefined) throw new CallFault('code-expired')
    const takeBack = () => count.set((set) => ({ [counter]: set(counter, '-', 1), guesses: set('guesses', '-', 1) })).execute()
    if (among !== undefined) {
      const { guesses } = await live.select(({ fn }) => fn.sum<number | string | null>('guesses').as('guesses')).executeTakeFirstOrThrow()
      if (Number(guesses) > MOST_GUESSES_OF_NAME) {
        await takeBack()
        throw new CallFault('code-expired')
      }
    }
    const right = await live
      .where('code_mac', '=', this.#macOf(target, purpose, guess))
      .select('used_at_ms')
      .execute()
    if (right.length === 0) throw new CallFault('email-code-wrong')
    await takeBack()
    if (right.every(({ used_at_ms }) => used_at_ms !== null)) throw new CallFault('code-used')
  }

  #ofName(target: string, purpose: Purpose) {
    return this.#db.selectFrom('email_code').where('target', '=', target).where('purpose', '=', purpose)
  }

  /**
   * Uses a code up that was just checked, and whatever others have asked for meanwhile. Fails with code-used when somebody was faster. `db`: the
   * transaction of what it is used for.
   */
  async use(target: string, purpose: Purpose, db: Db = this.#db): Promise<void> {
    const used = await db
      .updateTable('email_code')
      .set({ used_at_ms: this.#now() })
      .where('target', '=', target)
      .where('purpose', '=', purpose)
      .where('used_at_ms', 'is', null)
      .returning('target')
      .execute()
    if (used.length === 0) throw new CallFault('code-used')
  }

  /** Forgets codes of which nothing is counted any more. */
  async purge(): Promise<void> {
    const nowMs = this.#now()
    await this.#db
      .deleteFrom('email_code')
      .where('day_started_at_ms', '<=', nowMs - DAY_MS)
      .where('expires_at_ms', '<=', nowMs)
      .execute()
  }

  #macOf(target: string, purpose: Purpose, code: string): string {
    return this.#sealer.mac(`${purpose} ${target} ${code.toUpperCase()}`)
  }

  async #refusal(target: string, purpose: Purpose, asker: string): Promise<CallFault> {
    const row = await this.#ofName(target, purpose).where('asker', '=', asker).select('sent_at_ms').executeTakeFirst()
    const retryAfterMs = (row?.sent_at_ms ?? 0) + RESEND_AFTER_MS - this.#now()
    return retryAfterMs > 0 ? new CallFault('too-frequent', { retryAfterMs }) : new CallFault('too-many-email-codes')
  }
}
