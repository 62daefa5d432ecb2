import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** What the remote control has an output of a viewing station show. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('station_output').addColumn('remote_json', 'text').execute()
}
