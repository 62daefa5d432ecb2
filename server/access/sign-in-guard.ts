import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { CallFault } from '../calls/call-fault.ts'

const MOST_FAILURES = 5
const FAILURES_BEFORE_IMAGE_CODE = 3
const LOCK_MS = 5 * 60_000
const FORGET_MS = 15 * 60_000

/** From here on an image code is needed of whoever is not known, wherever they are: for one name, and of all names in a minute. */
const MOST_OF_NAME = 20
const MOST_OF_ALL = 300
const MINUTE_MS = 60_000

/** Under what an attempt is counted. */
export interface Attempt {
  /** What is locked: a name, known or not, with where it is tried from. */
  key: string
  /** What it is counted with as well, from wherever: nobody is locked out for that. */
  among?: string
}

/**
 * Counts sign-in attempts by name, known or not, and by where they come from: an image code is needed after 3 wrong ones, and after 5 that
 * name is locked for 5 minutes from there. Whoever guesses from many places meets image codes soon, and locks nobody else out. An attempt is
 * counted before its password is looked at, so that many at once are not more than 5 either.
 */
export class SignInGuard {
  readonly #db: Db
  readonly #now: Now
  /** Attempts of unknown browsers at all names, in this minute and at this node. */
  #ofAll = { endsAtMs: 0, count: 0 }

  constructor(db: Db, now: Now) {
    this.#db = db
    this.#now = now
  }

  /** Where this name stands from there. Fails with sign-in-locked while it is locked. */
  async look({ key, among }: Attempt): Promise<{ attemptsLeft: number; imageCodeNeeded: boolean }> {
    const nowMs = this.#now()
    const keys = among === undefined ? [key] : [key, among]
    await this.#db
      .deleteFrom('sign_in_guard')
      .where('login_name', 'in', keys)
      .where((where) =>
        where.or([
          where.and([where('locked_until_ms', '>', 0), where('locked_until_ms', '<=', nowMs)]),
          where.and([where('locked_until_ms', '=', 0), where('last_failure_at_ms', '<=', nowMs - FORGET_MS)]),
        ]),
      )
      .execute()
    const rows = await this.#db.selectFrom('sign_in_guard').where('login_name', 'in', keys).selectAll().execute()
    const row = rows.find(({ login_name }) => login_name === key)
    if (row !== undefined && row.locked_until_ms > nowMs) throw this.#locked(row.locked_until_ms)
    const { attemptsLeft, imageCodeNeeded } = standing(row?.failures ?? 0)
    const ofName = rows.find(({ login_name }) => login_name === among)?.failures ?? 0
    const isFlood = among !== undefined && this.#ofAll.endsAtMs > nowMs && this.#ofAll.count >= MOST_OF_ALL
    return { attemptsLeft, imageCodeNeeded: imageCodeNeeded || ofName >= MOST_OF_NAME || isFlood }
  }

  /** Counts an attempt as failed until `succeeded` says otherwise; the answer is the fault for when it does fail. */
  async begin({ key, among }: Attempt): Promise<CallFault> {
    const nowMs = this.#now()
    const failures = await this.#count(key, nowMs)
    if (among !== undefined) {
      await this.#count(among, nowMs)
      if (this.#ofAll.endsAtMs <= nowMs) this.#ofAll = { endsAtMs: nowMs + MINUTE_MS, count: 0 }
      this.#ofAll.count += 1
    }
    if (failures < MOST_FAILURES) return new CallFault('wrong-user-or-password', standing(failures))
    const lockedUntilMs = nowMs + LOCK_MS
    await this.#db.updateTable('sign_in_guard').set({ locked_until_ms: lockedUntilMs }).where('login_name', '=', key).execute()
    const locked = this.#locked(lockedUntilMs)
    if (failures > MOST_FAILURES) throw locked
    return locked
  }

  /** Counts one more failure. Answers with how many there are. */
  async #count(key: string, nowMs: number): Promise<number> {
    const { failures } = await this.#db
      .insertInto('sign_in_guard')
      .values({ login_name: key, failures: 1, last_failure_at_ms: nowMs, locked_until_ms: 0 })
      .onConflict((conflict) =>
        conflict
          .column('login_name')
          .doUpdateSet((set) => ({ failures: set('sign_in_guard.failures', '+', 1), last_failure_at_ms: nowMs })),
      )
      .returning('failures')
      .executeTakeFirstOrThrow()
    return failures
  }

  /** Forgets what was wrong from there; what others got wrong stands. */
  async succeeded({ key, among }: Attempt): Promise<void> {
    await this.#db.deleteFrom('sign_in_guard').where('login_name', '=', key).execute()
    if (among !== undefined) await this.#uncount([among])
  }

  /** Takes back the count of an attempt whose password was right, and leaves those that were wrong: the second step is still to come. */
  async takeBack({ key, among }: Attempt): Promise<void> {
    await this.#uncount(among === undefined ? [key] : [key, among])
  }

  async #uncount(keys: readonly string[]): Promise<void> {
    await this.#db
      .updateTable('sign_in_guard')
      .set((set) => ({ failures: set('failures', '-', 1), locked_until_ms: 0 }))
      .where('login_name', 'in', keys)
      .where('failures', '>', 0)
      .execute()
  }

  /** Forgets names that nobody has tried for a while. */
  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('sign_in_guard')
      .where('last_failure_at_ms', '<', this.#now() - FORGET_MS)
      .execute()
  }

  #locked(lockedUntilMs: number): CallFault {
    return new CallFault('sign-in-locked', { attemptsLeft: 0, lockedUntilMs, lockedForMs: lockedUntilMs - this.#now() })
  }
}

function standing(failures: number): { attemptsLeft: number; imageCodeNeeded: boolean } {
  return { attemptsLeft: MOST_FAILURES - failures, imageCodeNeeded: failures >= FAILURES_BEFORE_IMAGE_CODE }
}
