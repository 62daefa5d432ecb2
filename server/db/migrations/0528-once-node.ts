import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Which node is at a change, so that others know whether that is still there. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('once').addColumn('node_id', 'text').execute()
}
