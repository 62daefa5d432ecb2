import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { CallFault } from '../calls/call-fault.ts'

const MOST_FAILURES = 5
const FAILURES_BEFORE_IMAGE_CODE = 3
const LOCK_MS = 5 * 60_000
const FORGET_MS = 15 * 60_000

/**
 * Counts sign-in attempts by name, known or not: an image code is needed after 3 wrong ones, the name is locked for 5 minutes
 * after 5. An attempt is counted before its password is looked at, so that many at once are not more than 5 either.
 */
export class SignInGuard {
  readonly #db: Db
  readonly #now: Now

  constructor(db: Db, now: Now) {
    this.#db = db
    this.#now = now
  }

  /** Where this name stands. Fails with sign-in-locked while it is locked. */
  async look(loginName: string): Promise<{ attemptsLeft: number; imageCodeNeeded: boolean }> {
    const nowMs = this.#now()
    await this.#db
      .deleteFrom('sign_in_guard')
      .where('login_name', '=', loginName)
      .where((where) =>
        where.or([
          where.and([where('locked_until_ms', '>', 0), where('locked_until_ms', '<=', nowMs)]),
          where.and([where('locked_until_ms', '=', 0), where('last_failure_at_ms', '<=', nowMs - FORGET_MS)]),
        ]),
      )
      .execute()
    const row = await this.#db.selectFrom('sign_in_guard').where('login_name', '=', loginName).selectAll().executeTakeFirst()
    if (row !== undefined && row.locked_until_ms > nowMs) throw this.#locked(row.locked_until_ms)
    return standing(row?.failures ?? 0)
  }

  /** Counts an attempt as failed until `succeeded` says otherwise; the answer is the fault for when it does fail. */
  async begin(loginName: string): Promise<CallFault> {
    const nowMs = this.#now()
    const row = await this.#db
      .insertInto('sign_in_guard')
      .values({ login_name: loginName, failures: 1, last_failure_at_ms: nowMs, locked_until_ms: 0 })
      .onConflict((conflict) =>
        conflict
          .column('login_name')
          .doUpdateSet((set) => ({ failures: set('sign_in_guard.failures', '+', 1), last_failure_at_ms: nowMs })),
      )
      .returning('failures')
      .executeTakeFirstOrThrow()
    if (row.failures < MOST_FAILURES) return new CallFault('wrong-user-or-password', standing(row.failures))
    const lockedUntilMs = nowMs + LOCK_MS
    await this.#db.updateTable('sign_in_guard').set({ locked_until_ms: lockedUntilMs }).where('login_name', '=', loginName).execute()
    const locked = this.#locked(lockedUntilMs)
    if (row.failures > MOST_FAILURES) throw locked
    return locked
  }

  async succeeded(loginName: string): Promise<void> {
    await this.#db.deleteFrom('sign_in_guard').where('login_name', '=', loginName).execute()
  }

  /** Takes back the count of an attempt whose password was right, and leaves those that were wrong: the second step is still to come. */
  async takeBack(loginName: string): Promise<void> {
    await this.#db
      .updateTable('sign_in_guard')
      .set((set) => ({ failures: set('failures', '-', 1), locked_until_ms: 0 }))
      .where('login_name', '=', loginName)
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
