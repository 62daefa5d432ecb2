import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Codes that go out by e-mail are counted by who asks. Those that are on their way are asked for anew: they are good for ten minutes. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.dropTable('email_code').execute()
  await schema
    .createTable('email_code')
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('asker', 'text', (column) => column.notNull())
    .addColumn('code_mac', 'text', (column) => column.notNull())
    .addColumn('sent_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('mailed_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('failures_elsewhere', 'integer', (column) => column.notNull())
    .addColumn('guesses', 'integer', (column) => column.notNull())
    .addColumn('day_started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('day_count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('email_code_asked', ['target', 'purpose', 'asker'])
    .execute()
}
