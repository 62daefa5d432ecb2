import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** What recordings are kept of in cloud storage. What was sold before is for all triggers. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  for (const table of ['cloud_order', 'cloud_term'])
    await schema
      .alterTable(table)
      .addColumn('triggers', 'text', (column) => column.notNull().defaultTo('motion recognition sensor'))
      .execute()
}
