import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** An archive whose camera changed its pictures ends there, and goes on in a file of its own. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('archive').addColumn('reached_at_ms', 'bigint').execute()
  await schema.alterTable('archive').addColumn('rest_id', 'text').execute()
  await schema
    .alterTable('archive')
    .addColumn('file_number', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
