import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** How full and how warm disks were. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('disk_sample')
    .addColumn('sn', 'text', (column) => column.notNull().references('device.sn').onDelete('cascade'))
    .addColumn('disk_id', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_bytes', 'bigint')
    .addColumn('total_bytes', 'bigint')
    .addColumn('temperature_c', 'double precision')
    .execute()
  await schema.createIndex('disk_sample_place').unique().on('disk_sample').columns(['sn', 'disk_id', 'at_ms']).execute()
  await schema.createIndex('disk_sample_time').on('disk_sample').columns(['at_ms']).execute()
}
