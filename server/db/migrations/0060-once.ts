import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** What was answered to whom, so that a question that comes again is not done again. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('once')
    .addColumn('key_sha256', 'text', (column) => column.primaryKey())
    .addColumn('question_sha256', 'text', (column) => column.notNull())
    .addColumn('begun_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('outcome_sealed', 'text')
    .execute()
  await schema.createIndex('once_begun').on('once').column('begun_at_ms').execute()
}
