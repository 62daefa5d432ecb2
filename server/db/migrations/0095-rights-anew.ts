import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Tickets and downloads name the session that asked for them: what its person may is asked anew when they are used. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('archive_download').addColumn('session_id', 'text').execute()
  await schema.alterTable('media_ticket').dropColumn('principal_json').execute()
}
