import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Pages of devices are read in the order of their names, and counted, without looking at the devices themselves. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.createIndex('device_by_name').on('device').columns(['organization_id', 'name', 'sn', 'site_id']).execute()
  await schema.dropIndex('device_organization').execute()
}
