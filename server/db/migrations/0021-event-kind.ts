import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Events by kind: attributes belong to kinds, so that a search for rare ones walks along few events. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.createIndex('event_kind').on('event').columns(['organization_id', 'kind', 'id', 'traits']).execute()
}
