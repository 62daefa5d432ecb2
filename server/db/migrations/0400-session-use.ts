import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Which browser a session is of, when it was used last, and whether it is a viewing screen. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const table = () => db.schema.alterTable('session')
  await table()
    .addColumn('agent', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await table()
    .addColumn('used_at_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await table()
    .addColumn('is_screen', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // Those that are open were used while their newest token was good, and nobody has said yet which of them are screens.
  await db
    .updateTable('session')
    .set((set) => ({ used_at_ms: set.ref('expires_at_ms'), created_at_ms: set.ref('expires_at_ms') }))
    .where('ended_at_ms', 'is', null)
    .execute()
}
