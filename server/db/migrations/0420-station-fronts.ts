import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Alarms at the front of viewing stations: of which places they come there, and those that have come. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('station_output').addColumn('front_json', 'text').execute()
  await schema
    .createTable('station_alarm')
    .addColumn('sn', 'text', (column) => column.notNull().references('device.sn').onDelete('cascade'))
    .addColumn('vo_id', 'integer', (column) => column.notNull())
    .addColumn('alarm_id', 'text', (column) => column.notNull().references('alarm.id').onDelete('cascade'))
    .addColumn('raised_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('station_alarm_key', ['sn', 'vo_id', 'alarm_id'])
    .execute()
  await schema.createIndex('station_alarm_raised').on('station_alarm').columns(['raised_ms']).execute()
  await schema.createIndex('station_alarm_alarm').on('station_alarm').columns(['alarm_id']).execute()
}
