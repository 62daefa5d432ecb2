import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** From which networks a session was used lately: its token may be in other hands than those that signed in. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('session_place')
    .addColumn('session_id', 'text', (column) => column.notNull().references('session.id').onDelete('cascade'))
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('session_place_key', ['session_id', 'network'])
    .execute()
}
