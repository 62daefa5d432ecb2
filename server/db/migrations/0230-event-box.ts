import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Where in its picture the thing is that an event is about. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('event').addColumn('box_json', 'text').execute()
}
