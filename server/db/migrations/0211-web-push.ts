import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Browsers that are told of alarms while the app is closed, and the key by which their push services know this service. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('web_push_key')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('private_key_sealed', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('web_push')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('subscription_sealed', 'text', (column) => column.notNull())
    .addColumn('endpoint_sha256', 'text', (column) => column.notNull().unique())
    .addColumn('browser', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_reached_at_ms', 'bigint')
    .execute()
  await schema.createIndex('web_push_user').on('web_push').columns(['user_id', 'created_at_ms']).execute()
}
