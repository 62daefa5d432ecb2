import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Network settings that devices try, and what became of them. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('network_trial')
    .addColumn('sn', 'text', (column) => column.primaryKey().references('device.sn').onDelete('cascade'))
    .addColumn('trial_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('wanted_json', 'text', (column) => column.notNull())
    .addColumn('before_json', 'text', (column) => column.notNull())
    .addColumn('started_ms', 'bigint', (column) => column.notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_ms', 'bigint')
    .execute()
  await schema.createIndex('network_trial_state').on('network_trial').columns(['state', 'until_ms']).execute()
}
