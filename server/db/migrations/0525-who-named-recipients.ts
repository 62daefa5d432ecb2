import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Who has named an address outside their organization as one that its alarms go to. It outlasts them: what nobody stands for any more rests. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('mail_recipient_namer')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mail_recipient_namer_pk', ['organization_id', 'email', 'user_id'])
    .execute()
}
