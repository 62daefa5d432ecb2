import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** A key of each binding, which the code on a device's label does not tell. Devices that are bound already have none until they are bound anew. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('device').addColumn('binding_key_sealed', 'text').execute()
  await schema
    .alterTable('device')
    .addColumn('is_binding_key_kept', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('device').addColumn('binding_key_missed_at_ms', 'bigint').execute()
}
