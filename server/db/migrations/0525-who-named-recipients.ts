import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Who has named an address outside their organization as one that its alarms go to. It outlasts them: what nobody stands for any more rests. Those that
 * are there have a namer without a name, so that whoever names one of them next is not the only one.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('mail_recipient_namer')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mail_recipient_namer_pk', ['organization_id', 'email', 'user_id'])
    .execute()
  await db
    .insertInto('mail_recipient_namer')
    .columns(['organization_id', 'email', 'user_id'])
    .expression(db.selectFrom('mail_recipient').select(['organization_id', 'email', sql<string>`''`.as('user_id')]))
    .execute()
}
