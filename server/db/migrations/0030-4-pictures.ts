import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Pictures that people upload: of themselves, and their organization's logo. Keys of the object store. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('user').addColumn('avatar_key', 'text').execute()
  await schema.alterTable('organization').addColumn('logo_key', 'text').execute()
}
