import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * The walk along the events of a kind sees whose they are as well, and reads none that are of other people's channels. What a person has
 * read is found together, and not alarm by alarm.
 */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  const walked = ['organization_id', 'kind', 'id', 'traits', 'sn', 'chl_index']
  await schema.createIndex('event_kind_channel').on('event').columns(walked).execute()
  await schema.dropIndex('event_kind').execute()
  await schema.createIndex('alarm_read_person').on('alarm_read').columns(['user_id', 'alarm_id']).execute()
}
