import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** For how many days the disks of a device hold what it records. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('device_health').addColumn('holds_days', 'integer').execute()
}
