import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Sites with their contact and place, open and closed channels, and what the service keeps of devices' activities, settings and logs. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  for (const field of ['contact', 'phone', 'custom_scene']) {
    await schema
      .alterTable('site')
      .addColumn(field, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  }
  for (const table of ['site', 'channel']) {
    for (const field of ['latitude', 'longitude']) await schema.alterTable(table).addColumn(field, 'double precision').execute()
  }
  await schema
    .alterTable('channel')
    .addColumn('is_open', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await schema.alterTable('device').addColumn('next_key_hex', 'text').execute()
  await schema
    .alterTable('device')
    .addColumn('config_status', 'text', (column) => column.notNull().defaultTo('unknown'))
    .execute()
  await schema
    .alterTable('device')
    .addColumn('commands_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await schema
    .createTable('device_activity')
    .addColumn('sn', 'text', (column) => column.primaryKey().references('device.sn').onDelete('cascade'))
    .addColumn('activity', 'text', (column) => column.notNull())
    .addColumn('progress', 'integer')
    .addColumn('since_ms', 'bigint', (column) => column.notNull())
    .addColumn('heard_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('device_info')
    .addColumn('sn', 'text', (column) => column.primaryKey().references('device.sn').onDelete('cascade'))
    .addColumn('info_json', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('device_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sn', 'text', (column) => column.notNull().references('device.sn').onDelete('cascade'))
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'integer', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('device_log_device').on('device_log').columns(['sn', 'created_at_ms']).execute()
  await schema
    .createTable('device_page_link')
    .addColumn('token_sha256', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute()
}
