import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** How the alarms of a rule make themselves heard, and whether also in quiet hours. Rules of before say nothing, as before. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  for (const table of ['alarm_rule', 'alarm']) {
    await schema
      .alterTable(table)
      .addColumn('announce', 'text', (column) => column.notNull().defaultTo('none'))
      .execute()
    await schema
      .alterTable(table)
      .addColumn('is_urgent', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  }
}
