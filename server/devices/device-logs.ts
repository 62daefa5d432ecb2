import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { KeyedQueue } from '../runtime/keyed-queue.ts'
import { randomId } from '../runtime/secrets.ts'

const KEPT = 10

/** Logs that devices sent, the last ten of each. */
export class DeviceLogs {
  readonly #db: Db
  readonly #now: Now
  readonly #queue = new KeyedQueue()

  constructor({ db, now }: { db: Db; now: Now }) {
    this.#db = db
    this.#now = now
  }

  async keep(sn: string, fileName: string, text: string): Promise<void> {
    const row = { id: randomId(), sn, file_name: fileName, size_bytes: Buffer.byteLength(text), text }
    // One after the other: of two at once neither would see the other's log, and both would be kept beside the last ten.
    await this.#queue.run(sn, () =>
      this.#db.transaction().execute(async (db) => {
        const last = db.selectFrom('device_log').where('sn', '=', sn).orderBy('created_at_ms', 'desc').limit(1).select('created_at_ms')
        // Later than the one before, even within a millisecond: the order is the device's.
        const created_at_ms = Math.max(this.#now(), ((await last.executeTakeFirst())?.created_at_ms ?? 0) + 1)
        await db
          .insertInto('device_log')
          .values({ ...row, created_at_ms })
          .execute()
        const newest = db
          .selectFrom('device_log')
          .where('sn', '=', sn)
          .orderBy('created_at_ms', 'desc')
          .orderBy('id')
          .limit(KEPT)
          .select('id')
        await db.deleteFrom('device_log').where('sn', '=', sn).where('id', 'not in', newest).execute()
      }),
    )
  }

  async list(sn: string) {
    const rows = await this.#db
      .selectFrom('device_log')
      .where('sn', '=', sn)
      .select(['id', 'file_name', 'size_bytes', 'created_at_ms'])
      .orderBy('created_at_ms', 'desc')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ logId: row.id, fileName: row.file_name, sizeBytes: row.size_bytes, createdAtMs: row.created_at_ms }))
  }

  async read(logId: string) {
    return this.#db.selectFrom('device_log').where('id', '=', logId).select(['sn', 'file_name', 'text']).executeTakeFirst()
  }
}
