import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Pictures of a branding that administrators upload. Keys of the object store. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('organization').addColumn('background_key', 'text').execute()
  await schema.alterTable('organization').addColumn('favicon_key', 'text').execute()
}
