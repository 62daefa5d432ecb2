import { deviceStatuses } from '#contract/enums.ts'
import type { Context } from '../../context.ts'

const HOUR_MS = 3_600_000
/** New devices from one address within an hour. */
const PER_ADDRESS = 100
/** Devices that nobody has bound. */
const MOST_UNBOUND = 1_000
/** An unbound device that did not call in for this long is forgotten. */
const FORGOTTEN_AFTER_MS = 7 * 24 * HOUR_MS

/** Keeps strangers from filling the service with devices that do not exist. */
export class Enrolment {
  readonly #context: Context
  readonly #timesMs = new Map<string, number[]>()
  #nextCleaningMs = 0

  constructor(context: Context) {
    this.#context = context
    context.sweeper.add(() => this.#clean())
  }

  /** Whether one more device from this address may be enrolled; counts it. */
  async mayEnrol(address: string): Promise<boolean> {
    const nowMs = this.#context.now()
    const recentMs = (this.#timesMs.get(address) ?? []).filter((timeMs) => timeMs > nowMs - HOUR_MS)
    if (recentMs.length >= PER_ADDRESS) return false
    this.#timesMs.set(address, [...recentMs, nowMs])
    // PostgreSQL counts in text.
    const { unbound } = await this.#context.db
      .selectFrom('device')
      .where('organization_id', 'is', null)
      .select(({ fn }) => fn.countAll<number | string>().as('unbound'))
      .executeTakeFirstOrThrow()
    return Number(unbound) < MOST_UNBOUND
  }

  async #clean(): Promise<void> {
    const nowMs = this.#context.now()
    if (nowMs < this.#nextCleaningMs) return
    this.#nextCleaningMs = nowMs + HOUR_MS
    for (const [address, timesMs] of this.#timesMs) if (timesMs.every((timeMs) => timeMs <= nowMs - HOUR_MS)) this.#timesMs.delete(address)
    await this.#context.db.transaction().execute(async (db) => {
      const forgotten = db
        .selectFrom('device')
        .where('organization_id', 'is', null)
        .where('status', '!=', deviceStatuses.online)
        .where('status_since_ms', '<', nowMs - FORGOTTEN_AFTER_MS)
        .select('sn')
      await db.deleteFrom('channel').where('sn', 'in', forgotten).execute()
      await db.deleteFrom('device').where('sn', 'in', forgotten).execute()
    })
  }
}
