import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Which organization has an import under way, and at which node. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('import_turn')
    .addColumn('organization_id', 'text', (column) => column.primaryKey().references('organization.id').onDelete('cascade'))
    .addColumn('turn_id', 'text', (column) => column.notNull())
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('ends_at_ms', 'bigint', (column) => column.notNull())
    .execute()
}
