import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Layouts and tours that everybody of an organization sees. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .alterTable('user_config')
    .addColumn('is_shared', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
