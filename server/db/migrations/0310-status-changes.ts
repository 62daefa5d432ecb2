import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** When devices and channels came and went, when the service ran, and the orders in which devices are listed. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('status_change')
    .addColumn('sn', 'text', (column) => column.notNull().references('device.sn').onDelete('cascade'))
    .addColumn('chl_index', 'integer', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .execute()
  await schema.createIndex('status_change_place').unique().on('status_change').columns(['sn', 'chl_index', 'at_ms']).execute()
  await schema.createIndex('status_change_time').on('status_change').columns(['at_ms']).execute()
  await schema
    .createTable('service_run')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('started_ms', 'bigint', (column) => column.notNull())
    .addColumn('seen_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('service_run_seen').on('service_run').columns(['seen_ms']).execute()
}
