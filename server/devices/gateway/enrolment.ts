import { deviceStatuses } from '#contract/enums.ts'
import type { Context } from '../../context.ts'
import { networkOf } from '../../http/network-of.ts'
import { RateLimiter } from '../../http/rate-limiter.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'

const HOUR_MS = 3_600_000
const { enrolments, unboundDevices, unboundConnects } = tenantLimits.gateway
/** An unbound device that did not call in for this long is forgotten: it comes anew by itself when it is switched on to be bound. */
const FORGOTTEN_AFTER_MS = HOUR_MS
const CLEANED_EVERY_MS = 10 * 60_000

/** Keeps strangers from filling the service with devices that do not exist. */
export class Enrolment {
  readonly #context: Context
  readonly #limiter: RateLimiter
  #nextCleaningMs = 0

  constructor(context: Context) {
    this.#context = context
    this.#limiter = new RateLimiter(context.now)
    context.sweeper.tidy(() => this.#clean())
  }

  /** Whether one more device from this address may be enrolled; counts it. */
  async mayEnrol(address: string): Promise<boolean> {
    const network = networkOf(address)
    if (this.#limiter.isSpent(network, enrolments)) return false
    this.#limiter.add(network, enrolments)
    // PostgreSQL counts in text.
    const { unbound } = await this.#context.db
      .selectFrom('device')
      .where('organization_id', 'is', null)
      .select(({ fn }) => fn.countAll<number | string>().as('unbound'))
      .executeTakeFirstOrThrow()
    return Number(unbound) < unboundDevices || (await this.#forgetLongestAway())
  }

  /** Whether a device that nobody has bound may come in once more; counts it. */
  mayConnect(sn: string): boolean {
    if (this.#limiter.isSpent(`device ${sn}`, unboundConnects)) return false
    this.#limiter.add(`device ${sn}`, unboundConnects)
    return true
  }

  /** Makes room for a newcomer: whoever fills the service with devices keeps nobody out by that. False when all of them are there. */
  async #forgetLongestAway(): Promise<boolean> {
    const away = await this.#unboundAway().orderBy('status_since_ms').select('sn').executeTakeFirst()
    if (away === undefined) return false
    await this.#forget([away.sn])
    return true
  }

  async #clean(): Promise<void> {
    const nowMs = this.#context.now()
    if (nowMs < this.#nextCleaningMs) return
    this.#nextCleaningMs = nowMs + CLEANED_EVERY_MS
    const forgotten = await this.#unboundAway()
      .where('status_since_ms', '<', nowMs - FORGOTTEN_AFTER_MS)
      .select('sn')
      .execute()
    if (forgotten.length > 0) await this.#forget(forgotten.map(({ sn }) => sn))
  }

  #unboundAway() {
    return this.#context.db.selectFrom('device').where('organization_id', 'is', null).where('status', '!=', deviceStatuses.online)
  }

  /** With their channels; unless one was bound meanwhile, or is back. */
  async #forget(sns: readonly string[]): Promise<void> {
    const away = this.#context.db.deleteFrom('device').where('organization_id', 'is', null).where('status', '!=', deviceStatuses.online)
    await away.where('sn', 'in', sns).execute()
  }
}
