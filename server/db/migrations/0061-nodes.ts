import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Several nodes on one database: who they are, what they tell each other, and what each of them must be able to go on with. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('node')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('seen_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('node_message')
    .addColumn('position', 'bigint', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('node_message_at').on('node_message').column('at_ms').execute()
  await schema.alterTable('device').addColumn('node_id', 'text').execute()
  await schema
    .createTable('outage')
    .addColumn('sn', 'text', (column) => column.notNull().references('device.sn').onDelete('cascade'))
    .addColumn('chl_index', 'integer', (column) => column.notNull())
    .addColumn('since_ms', 'bigint', (column) => column.notNull())
    .addColumn('due_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('outage_key', ['sn', 'chl_index'])
    .execute()
  await schema.createIndex('outage_due').on('outage').column('due_ms').execute()
  await schema
    .createTable('media_ticket')
    .addColumn('token_sha256', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull().references('session.id').onDelete('cascade'))
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('principal_json', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute()
}
