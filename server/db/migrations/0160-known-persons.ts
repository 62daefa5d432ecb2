import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Whom devices have recognized. How sure they were is packed into `traits`, where the searches find it. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('event').addColumn('person_json', 'text').execute()
}
