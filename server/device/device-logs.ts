import type { Now } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { randomId } from '../secrets.ts'

const KEPT = 10

/** Logs that devices sent, the last ten of each. */
export class DeviceLogs {
  readonly #db: Db
  readonly #now: Now

  constructor({ db, now }: { db: Db; now: Now }) {
    this.#db = db
    this.#now = now
  }

  async keep(sn: string, fileName: string, text: string): Promise<void> {
    const row = { id: randomId(), sn, file_name: fileName, size_bytes: Buffer.byteLength(text), text, created_at_ms: this.#now() }
    await this.#db.transaction().execute(async (db) => {
      await db.insertInto('device_log').values(row).execute()
      const newest = db
        .selectFrom('device_log')
        .where('sn', '=', sn)
        .orderBy('created_at_ms', 'desc')
        .orderBy('id')
        .limit(KEPT)
        .select('id')
      await db.deleteFrom('device_log').where('sn', '=', sn).where('id', 'not in', newest).execute()
    })
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
