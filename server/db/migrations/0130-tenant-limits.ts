import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Mail by whose it is, what organizations have used up of a day, and who has agreed to get their alarms by mail. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  await schema.alterTable('mail').addColumn('organization_id', 'text').execute()
  await schema
    .alterTable('mail')
    .addColumn('is_code', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // Pictures stood in mail as a whole, once for each recipient; mail that is on its way goes without.
  await db.updateTable('mail').set({ attachments_json: '[]' }).execute()
  await schema
    .createTable('day_usage')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('is_told', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('day_usage_pk', ['organization_id', 'what', 'day'])
    .execute()
  await schema
    .createTable('mail_recipient')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('token_sha256', 'text', (column) => column.notNull())
    .addColumn('asked_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at_ms', 'bigint')
    .addPrimaryKeyConstraint('mail_recipient_pk', ['organization_id', 'email'])
    .execute()
  await schema.createIndex('mail_recipient_token').on('mail_recipient').column('token_sha256').execute()
  await schema.createIndex('mail_recipient_email').on('mail_recipient').columns(['email', 'asked_at_ms']).execute()
}
