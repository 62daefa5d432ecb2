import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The hash of each piece of a file that is downloaded, so that one piece that came wrong is fetched again and not all of it. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('archive').addColumn('piece_sha256s_json', 'text').execute()
}
