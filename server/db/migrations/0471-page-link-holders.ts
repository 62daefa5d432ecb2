import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** A link to the page of a device ends with the session that asked for it. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .alterTable('device_page_link')
    .addColumn('session_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
