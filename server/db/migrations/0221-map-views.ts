import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** What a camera that stands on the map sees. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  for (const field of ['direction_deg', 'angle_deg', 'range_m'])
    await schema.alterTable('channel').addColumn(field, 'double precision').execute()
}
