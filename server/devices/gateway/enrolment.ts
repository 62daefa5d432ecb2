import { deviceStatuses } from '#contract/enums.ts'
import type { Context } from '../../context.ts'
import { networkOf } from '../../http/network-of.ts'
import { RateLimiter } from '../../http/rate-limiter.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import type { DeviceConnection } from './device-connection.ts'
import { UnboundDevices } from './unbound-devices.ts'

const HOUR_MS = 3_600_000
const { enrolments, unboundDevices, unboundConnects } = tenantLimits.gateway
/** An unbound device that did not call in for this long is forgotten: it comes anew by itself when it is switched on to be bound. */
const FORGOTTEN_AFTER_MS = HOUR_MS
/** From a device's first word until it is known to be there, at the most. */
const COMING_MS = 30_000
const CLEANED_EVERY_MS = 10 * 60_000

/**
 * Keeps strangers from filling the service with devices that do not exist: each network has a share of those that are connected, what nobody
 * binds within an hour goes, and where there is no room left those go that are away, then those that have been connected longest.
 */
export class Enrolment {
  readonly #context: Context
  readonly #unbound: UnboundDevices
  readonly #limiter: RateLimiter
  #nextCleaningMs = 0

  constructor(context: Context) {
    this.#context = context
    this.#limiter = new RateLimiter(context.now)
    this.#unbound = new UnboundDevices(context.now)
    context.sweeper.tidy(() => this.#clean())
    context.sweeper.tidy(() => this.#endOverdue())
    context.bus.on('device-forgotten', ({ sn }) => this.#unbound.connectionOf(sn)?.refuse('not-bound-in-time'))
  }

  /** Why this device may not be enrolled from this address; undefined when it may, which counts it. */
  async refusal(sn: string, address: string): Promise<'too-many-enrolments' | 'too-many-unbound' | undefined> {
    const network = networkOf(address)
    if (!this.#unbound.hasRoom(sn, network)) return 'too-many-unbound'
    if (this.#limiter.isSpent(network, enrolments)) return 'too-many-enrolments'
    this.#limiter.add(network, enrolments)
    // PostgreSQL counts in text.
    const { unbound } = await this.#context.db
      .selectFrom('device')
      .where('organization_id', 'is', null)
      .select(({ fn }) => fn.countAll<number | string>().as('unbound'))
      .executeTakeFirstOrThrow()
    const hasRoom = Number(unbound) < unboundDevices || (await this.#forgetLongestAway()) || (await this.#forgetLongestThere(network))
    return hasRoom ? undefined : 'too-many-enrolments'
  }

  /** Whether a device that nobody has bound may come in once more; counts it. */
  mayConnect(sn: string): boolean {
    if (this.#limiter.isSpent(`device ${sn}`, unboundConnects)) return false
    this.#limiter.add(`device ${sn}`, unboundConnects)
    return true
  }

  /** A device that nobody has bound has shown its key. False when its network has its share of these. */
  enter(sn: string, connection: DeviceConnection, address: string): boolean {
    const network = networkOf(address)
    if (!this.#unbound.hasRoom(sn, network)) return false
    this.#unbound.add(sn, connection, network)
    return true
  }

  /** It was bound, or has gone. */
  leave(sn: string, connection: DeviceConnection): void {
    this.#unbound.delete(sn, connection)
  }

  /** A device that is here was unbound: its hour begins. */
  unbound(sn: string, connection: DeviceConnection, address: string): void {
    this.#unbound.add(sn, connection, networkOf(address))
  }

  /** Makes room for a newcomer: whoever fills the service with devices keeps nobody out by that. False when all of them are there. */
  async #forgetLongestAway(): Promise<boolean> {
    const away = await this.#unboundAway().orderBy('status_since_ms').select('sn').executeTakeFirst()
    if (away === undefined) return false
    await this.#forget([away.sn])
    return true
  }

  /** Where all of them are there, whoever has been so longest goes, those of the newcomer's own network first. False when it was bound meanwhile. */
  async #forgetLongestThere(network: string): Promise<boolean> {
    const there = this.#context.db.selectFrom('device').where('organization_id', 'is', null).orderBy('status_since_ms').orderBy('sn')
    const sn = this.#unbound.longestOf(network) ?? (await there.select('sn').executeTakeFirst())?.sn
    return sn !== undefined && (await this.#forgetThere([sn])) > 0
  }

  async #endOverdue(): Promise<void> {
    const overdue = this.#unbound.overdue()
    if (overdue.length > 0) await this.#forgetThere(overdue)
  }

  /** Forgets devices that nobody has bound, connected or not, and has the nodes end their connections. The answer is how many it were. */
  async #forgetThere(sns: readonly string[]): Promise<number> {
    const unbound = this.#context.db.deleteFrom('device').where('organization_id', 'is', null).where('sn', 'in', sns)
    const forgotten = await unbound.returning('sn').execute()
    for (const { sn } of forgotten) this.#context.bus.tell('device-forgotten', { sn })
    return forgotten.length
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

  /** Without those that are just coming in for the first time. */
  #unboundAway() {
    const away = this.#context.db.selectFrom('device').where('organization_id', 'is', null).where('status', '!=', deviceStatuses.online)
    return away.where(({ or, eb }) =>
      or([eb('status', '!=', deviceStatuses.unknown), eb('status_since_ms', '<', this.#context.now() - COMING_MS)]),
    )
  }

  /** With their channels; unless one was bound meanwhile, or is back. */
  async #forget(sns: readonly string[]): Promise<void> {
    const away = this.#context.db.deleteFrom('device').where('organization_id', 'is', null).where('status', '!=', deviceStatuses.online)
    await away.where('sn', 'in', sns).execute()
  }
}
