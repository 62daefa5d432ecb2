import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '#shared/time/day.ts'
import type { Now } from '../runtime/clock.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'
import type { DailyUse } from '../db/schema/mail.ts'
import { tenantLimits } from './tenant-limits.ts'

type Spent = (organizationId: string, what: DailyUse, db: Db) => Promise<void>

/** Objects of an organization, together. */
interface Stored {
  objects: number
  bytes: number
}

/** What an organization may have; of a new one also when it may have more (epoch ms). */
export interface OrganizationShare {
  aDay: Readonly<Record<DailyUse, number>>
  devices: number
  /** All archives together, with the redacted files beside them. */
  archiveBytes: number
  /** All that is kept of it in the object store, but what is paid for by itself. */
  stored: Stored
  newUntilMs: number | null
}

/**
 * What each organization may have, and use up in a day (UTC): less in its first days. Use is counted in the database: a restart and a second node
 * change nothing.
 */
export class Quotas {
  readonly #db: Db
  readonly #now: Now
  readonly #log: FastifyBaseLogger
  #onSpent: Spent = async () => {}
  /** When organizations registered: that never changes. */
  readonly #registered = new Map<string, number>()

  constructor({ db, now, log }: { db: Db; now: Now; log: FastifyBaseLogger }) {
    this.#db = db
    this.#now = now
    this.#log = log
  }

  /** Names who hears, once a day, that an organization has used something up. */
  onSpent(listener: Spent): void {
    this.#onSpent = listener
  }

  /** Takes so much of the day's share; false, and nothing is taken, when there is not so much left. `db`: the transaction, if there is one. */
  async take(organizationId: string, what: DailyUse, amount: number, db: Db = this.#db): Promise<boolean> {
    const most = (await this.shareOf(organizationId, db)).aDay[what]
    if (amount > most) return false
    const day = Math.floor(this.#now() / DAY_MS)
    const key = { organization_id: organizationId, what, day }
    const taken = await db
      .insertInto('day_usage')
      .values({ ...key, amount })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'what', 'day'])
          .doUpdateSet((set) => ({ amount: set('day_usage.amount', '+', amount) }))
          .where('day_usage.amount', '<=', most - amount),
      )
      .returning('day')
      .executeTakeFirst()
    if (taken !== undefined) return true
    const untold = db.updateTable('day_usage').set({ is_told: 1 }).where('organization_id', '=', organizationId)
    const first = await untold.where('what', '=', what).where('day', '=', day).where('is_told', '=', 0).returning('day').executeTakeFirst()
    if (first !== undefined) {
      this.#log.warn({ organization: organizationId, what, most }, 'An organization has used up its share of this day')
      await this.#onSpent(organizationId, what, db)
    }
    return false
  }

  /** What an organization may have at this moment. */
  async shareOf(organizationId: string, db: Db = this.#db): Promise<OrganizationShare> {
    const newUntilMs = (await this.#registeredAt(organizationId, db)) + tenantLimits.newcomers.forMs
    const isNew = this.#now() < newUntilMs
    const { aDay, devices, archiveBytes, stored } = isNew ? tenantLimits.newcomers : tenantLimits
    return { aDay, devices, archiveBytes, stored, newUntilMs: isNew ? newUntilMs : null }
  }

  /** Fails with too-many-devices unless the organization may have another one. In a transaction no other one is bound before that is over. */
  async requireDeviceRoom(organizationId: string, db: Db = this.#db): Promise<void> {
    if (db.isTransaction) {
      // The row by which those who bind at once wait for one another.
      const own = db.updateTable('organization').where('id', '=', organizationId)
      await own.set((set) => ({ name: set.ref('name') })).execute()
    }
    const { devices } = await this.shareOf(organizationId, db)
    if ((await this.devicesOf(organizationId, db)) >= devices) throw new CallFault('too-many-devices')
  }

  /** How many devices an organization has. */
  async devicesOf(organizationId: string, db: Db = this.#db): Promise<number> {
    const ours = db.selectFrom('device').where('organization_id', '=', organizationId)
    const { total } = await ours.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
    return Number(total)
  }

  /** What is kept of an organization in the object store. */
  async storedOf(organizationId: string, db: Db = this.#db): Promise<Stored> {
    const own = db.selectFrom('stored_usage').where('organization_id', '=', organizationId)
    return (await own.select(['objects', 'bytes']).executeTakeFirst()) ?? { objects: 0, bytes: 0 }
  }

  /** Whether more may be kept. What is under way when that ends is kept still. */
  async hasStoredRoom(organizationId: string, db: Db = this.#db): Promise<boolean> {
    const { stored: most } = await this.shareOf(organizationId, db)
    const { objects, bytes } = await this.storedOf(organizationId, db)
    return objects < most.objects && bytes < most.bytes
  }

  /** Fails with organization-space-low unless more may be kept. */
  async requireStoredRoom(organizationId: string, db: Db = this.#db): Promise<void> {
    if (!(await this.hasStoredRoom(organizationId, db))) throw new CallFault('organization-space-low')
  }

  /** Epoch ms; 0 of those that were there before anybody could register. */
  async #registeredAt(organizationId: string, db: Db): Promise<number> {
    const known = this.#registered.get(organizationId)
    if (known !== undefined) return known
    const row = await db.selectFrom('organization').where('id', '=', organizationId).select('registered_at_ms').executeTakeFirst()
    const atMs = row?.registered_at_ms ?? 0
    if (row !== undefined) this.#registered.set(organizationId, atMs)
    return atMs
  }

  /** How much of each an organization has used up today. */
  async usedToday(organizationId: string): Promise<Record<DailyUse, number>> {
    const today = this.#db.selectFrom('day_usage').where('organization_id', '=', organizationId)
    const rows = await today
      .where('day', '=', Math.floor(this.#now() / DAY_MS))
      .select(['what', 'amount'])
      .execute()
    const used = (what: DailyUse) => rows.find((row) => row.what === what)?.amount ?? 0
    return { mail: used('mail'), pictureBytes: used('pictureBytes'), invitations: used('invitations'), shares: used('shares') }
  }

  /** Forgets the days before yesterday. */
  async purge(): Promise<void> {
    const day = Math.floor(this.#now() / DAY_MS)
    await this.#db
      .deleteFrom('day_usage')
      .where('day', '<', day - 1)
      .execute()
  }
}
