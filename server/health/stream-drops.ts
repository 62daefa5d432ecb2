import type { Db } from '../db/open.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import { channelKey } from '#shared/channel-key.ts'

const WRITE_EVERY_MS = 5_000
/** A stream of which nothing was dropped for so long is well again. */
const WELL_AFTER_MS = 5 * 60_000
/** Fewer are those of one short moment: some four seconds of pictures. */
export const LEAST_DROPPED = 100

interface Parts {
  db: Db
  now: Now
  sweeper: Sweeper
  /** Of one of its streams much is dropped that was well before, or it is well again. */
  onChange: (organizationId: string) => void
}

/**
 * Counts the pictures of each camera that the lines to its viewers did not take, at whichever node they watch it, for as long as it goes on. What the
 * relay notes is written down together every few seconds: a wall that falls behind drops hundreds a second.
 */
export class StreamDrops {
  readonly #parts: Parts
  readonly #noted = new Map<string, { sn: string; chlIndex: number; units: number }>()
  #writeAtMs = 0

  constructor(parts: Parts) {
    this.#parts = parts
    parts.sweeper.add(() => this.#sweep())
  }

  /** One picture of a camera was not sent to one of its viewers. */
  note(sn: string, chlIndex: number): void {
    const key = channelKey(sn, chlIndex)
    const noted = this.#noted.get(key)
    if (noted === undefined) this.#noted.set(key, { sn, chlIndex, units: 1 })
    else noted.units += 1
  }

  async #sweep(): Promise<void> {
    const nowMs = this.#parts.now()
    if (nowMs < this.#writeAtMs) return
    this.#writeAtMs = nowMs + WRITE_EVERY_MS
    await this.#forget(nowMs)
    const noted = [...this.#noted.values()]
    this.#noted.clear()
    for (const one of noted) await this.#write(one, nowMs)
  }

  async #write({ sn, chlIndex, units }: { sn: string; chlIndex: number; units: number }, nowMs: number): Promise<void> {
    const { db, onChange } = this.#parts
    const organizationId = await this.#organizationOf(sn)
    if (organizationId === undefined) return
    const { units: total } = await db
      .insertInto('stream_drop')
      .values({ sn, chl_index: chlIndex, since_ms: nowMs, last_ms: nowMs, units })
      .onConflict((conflict) =>
        conflict.columns(['sn', 'chl_index']).doUpdateSet(({ eb }) => ({ units: eb('stream_drop.units', '+', units), last_ms: nowMs })),
      )
      .returning('units')
      .executeTakeFirstOrThrow()
    if (total >= LEAST_DROPPED && total - units < LEAST_DROPPED) onChange(organizationId)
  }

  async #forget(nowMs: number): Promise<void> {
    const { db, onChange } = this.#parts
    const well = await db
      .deleteFrom('stream_drop')
      .where('last_ms', '<=', nowMs - WELL_AFTER_MS)
      .returning(['sn', 'units'])
      .execute()
    for (const { sn, units } of well) {
      const organizationId = units < LEAST_DROPPED ? undefined : await this.#organizationOf(sn)
      if (organizationId !== undefined) onChange(organizationId)
    }
  }

  async #organizationOf(sn: string): Promise<string | undefined> {
    const device = await this.#parts.db.selectFrom('device').where('sn', '=', sn).select('organization_id').executeTakeFirst()
    return device?.organization_id ?? undefined
  }
}
