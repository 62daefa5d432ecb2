import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Cloud storage: what was bought for which camera, and what was recorded. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('cloud_order')
    .addColumn('order_id', 'text', (column) => column.primaryKey().references('vas_order.id').onDelete('cascade'))
    .addColumn('goods_id', 'text', (column) => column.notNull())
    .addColumn('channels_json', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('cloud_term')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('sn', 'text', (column) => column.notNull())
    .addColumn('chl_index', 'integer', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('goods_id', 'text', (column) => column.notNull())
    .addColumn('is_trial', 'integer', (column) => column.notNull())
    .addColumn('duration_type', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('starts_at_ms', 'bigint')
    .addColumn('ends_at_ms', 'bigint')
    .addColumn('remaining_ms', 'bigint')
    .addColumn('due_at_ms', 'bigint')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('cloud_term_camera').on('cloud_term').columns(['organization_id', 'sn', 'chl_index']).execute()
  await schema.createIndex('cloud_term_order').on('cloud_term').column('order_id').execute()
  await schema.createIndex('cloud_term_due').on('cloud_term').column('due_at_ms').execute()
  await schema
    .createTable('cloud_trial')
    .addColumn('sn', 'text', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('cloud_recording')
    .addColumn('event_id', 'bigint', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('sn', 'text', (column) => column.notNull())
    .addColumn('chl_index', 'integer', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('trigger', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('start_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('end_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('object_key', 'text')
    .execute()
  await schema
    .createIndex('cloud_recording_camera')
    .on('cloud_recording')
    .columns(['organization_id', 'sn', 'chl_index', 'start_at_ms'])
    .execute()
  await schema.createIndex('cloud_recording_end').on('cloud_recording').column('expires_at_ms').execute()
}
