import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Alarms are counted by the channels that a person sees, of which there are far fewer than alarms, without reading the alarms
 * themselves; and the devices of a person's sites are found without a look at the organization's others.
 */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  const counted = ['organization_id', 'sn', 'chl_index', 'started_at_ms', 'kind', 'site_id', 'id']
  await schema.createIndex('alarm_place').on('alarm').columns(counted).execute()
  await schema.createIndex('device_place').on('device').columns(['site_id', 'organization_id', 'sn']).execute()
  await schema.dropIndex('device_site').execute()
}
