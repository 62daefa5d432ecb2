import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Pictures of cameras that the lines to their viewers did not take, of the last minutes. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('stream_drop')
    .addColumn('sn', 'text', (column) => column.notNull().references('device.sn').onDelete('cascade'))
    .addColumn('chl_index', 'integer', (column) => column.notNull())
    .addColumn('since_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_ms', 'bigint', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('stream_drop_key', ['sn', 'chl_index'])
    .execute()
}
