import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Cloud recordings that failed are tried again. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('cloud_recording').addColumn('retry_at_ms', 'bigint').execute()
  await schema.createIndex('cloud_recording_retry').on('cloud_recording').column('retry_at_ms').execute()
}
