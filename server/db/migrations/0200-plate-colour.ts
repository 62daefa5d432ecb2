import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The colour of a vehicle in the plate database; empty while nobody has said it. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .alterTable('plate')
    .addColumn('colour', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
