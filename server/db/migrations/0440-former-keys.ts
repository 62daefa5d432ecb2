import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The key of a device that was unbound is its former owner's; links to its page end with the binding. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .alterTable('device')
    .addColumn('is_key_former', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('device_page_link')
    .addColumn('sn', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
