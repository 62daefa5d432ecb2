import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** How people have arranged the app for themselves. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .alterTable('user')
    .addColumn('choices', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}
