import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Mail on its way. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('mail')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('to_address', 'text')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('attachments_json', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('next_try_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('mail_due').on('mail').column('next_try_at_ms').execute()
}
