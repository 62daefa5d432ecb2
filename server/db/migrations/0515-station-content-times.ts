import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** When the office had an output of a viewing station show what it shows. Of what was there before the schedule goes first, as it did. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('station_output').addColumn('content_at_ms', 'bigint').execute()
}
