import type { Kysely } from 'kysely'
import { randomId } from '../../runtime/secrets.ts'
import type { Schema } from '../schema.ts'

/** When the store is looked through, at once for the first time, and how the rows are found that name its objects where there are many. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('store_sweep')
    .addColumn('owner_id', 'text', (column) => column.primaryKey())
    .addColumn('next_owner_id', 'text')
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.insertInto('store_sweep').values({ owner_id: randomId(), due_at_ms: 0 }).execute()
  const named = { event: 'snapshot_key', cloud_recording: 'object_key', archive: 'object_key' }
  for (const [table, column] of Object.entries(named))
    await schema.createIndex(`${table}_of_object`).on(table).column(column).where(column, 'is not', null).execute()
}
