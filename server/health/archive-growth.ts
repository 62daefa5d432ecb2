import { DAY_MS } from '#shared/time/day.ts'
import type { Quotas } from '../access/quotas.ts'
import type { Db } from '../db/open.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'

const EVERY_MS = 60 * 60_000
/** By the growth of so many days it is told how long the space lasts. */
const DAYS = 7

export interface ArchiveSpace {
  usedBytes: number
  spaceBytes: number
  /** Until it is full; null when it does not grow, or is not known for long enough. */
  days: number | null
}

/** Writes down once a day how much the archives of each organization take, and tells how long their space lasts. */
export class ArchiveGrowth {
  readonly #db: Db
  readonly #now: Now
  readonly #quotas: Quotas
  #dueMs = 0

  constructor({ db, now, quotas, sweeper }: { db: Db; now: Now; quotas: Quotas; sweeper: Sweeper }) {
    this.#quotas = quotas
    this.#db = db
    this.#now = now
    sweeper.add(async () => {
      if (now() < this.#dueMs) return
      this.#dueMs = now() + EVERY_MS
      await this.note()
    })
  }

  /** Writes down how it is today. */
  async note(): Promise<void> {
    const day = Math.floor(this.#now() / DAY_MS)
    const used = await this.#db
      .selectFrom('archive')
      .where('part_expires_at_ms', 'is', null)
      .where('size_bytes', 'is not', null)
      .groupBy('organization_id')
      .select(({ fn }) => ['organization_id', fn.sum<number | string>('size_bytes').as('used')])
      .execute()
    for (const { organization_id, used: bytes } of used) {
      const used_bytes = Number(bytes)
      await this.#db
        .insertInto('archive_space')
        .values({ organization_id, day, used_bytes })
        .onConflict((conflict) => conflict.columns(['organization_id', 'day']).doUpdateSet({ used_bytes }))
        .execute()
    }
    await this.#db
      .deleteFrom('archive_space')
      .where('day', '<', day - DAYS)
      .execute()
  }

  async of(organizationId: string): Promise<ArchiveSpace> {
    const { used } = await this.#db
      .selectFrom('archive')
      .where('organization_id', '=', organizationId)
      .where('part_expires_at_ms', 'is', null)
      .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('used'))
      .executeTakeFirstOrThrow()
    const usedBytes = Number(used ?? 0)
    const { archiveBytes: spaceBytes } = await this.#quotas.shareOf(organizationId)
    const today = Math.floor(this.#now() / DAY_MS)
    const first = await this.#db
      .selectFrom('archive_space')
      .where('organization_id', '=', organizationId)
      .where('day', '>=', today - DAYS)
      .where('day', '<', today)
      .orderBy('day')
      .select(['day', 'used_bytes'])
      .executeTakeFirst()
    const aDay = first === undefined ? 0 : (usedBytes - first.used_bytes) / (today - first.day)
    return { usedBytes, spaceBytes, days: aDay > 0 ? Math.max(0, Math.floor((spaceBytes - usedBytes) / aDay)) : null }
  }
}
