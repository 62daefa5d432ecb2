import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Parts of recordings to be downloaded: made as archives are, and kept for a while only. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('archive').addColumn('part_source', 'text').execute()
  await schema.alterTable('archive').addColumn('part_format', 'text').execute()
  await schema.alterTable('archive').addColumn('part_sha256', 'text').execute()
  await schema.alterTable('archive').addColumn('part_expires_at_ms', 'bigint').execute()
  await schema.createIndex('archive_part').on('archive').columns(['user_id', 'part_expires_at_ms']).execute()
}
