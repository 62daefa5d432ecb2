import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** What an archive is kept for, and which were made together. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  for (const [name, initial] of [
    ['case_number', ''],
    ['tags_json', '[]'],
    ['notes', ''],
  ] as const) {
    await schema
      .alterTable('archive')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(initial))
      .execute()
  }
  await schema.alterTable('archive').addColumn('group_id', 'text').execute()
  await schema.createIndex('archive_group').on('archive').columns(['organization_id', 'group_id']).execute()
}
