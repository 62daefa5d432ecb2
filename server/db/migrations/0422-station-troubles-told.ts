import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Whether the rules were asked about a trouble of a viewing station. Those from before are not asked about any more. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('station_trouble')
    .addColumn('is_told', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('station_trouble_told').on('station_trouble').columns(['is_told', 'start_ms']).execute()
}
