import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** A share may be of a redacted file, ask for a password, and be opened so many times at most. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  for (const name of ['redaction_id', 'password_hash'] as const) await schema.alterTable('archive_share').addColumn(name, 'text').execute()
  await schema.alterTable('archive_share').addColumn('most_views', 'integer').execute()
  await schema
    .alterTable('archive_share')
    .addColumn('views', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
