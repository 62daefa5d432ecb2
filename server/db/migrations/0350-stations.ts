import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Viewing stations: the keys of their screens, what their outputs show, what the screens say of themselves, and the troubles that they had. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('station')
    .addColumn('sn', 'text', (column) => column.primaryKey().references('device.sn').onDelete('cascade'))
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('public_key_json', 'text', (column) => column.notNull())
    .addColumn('paired_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('station_organization').on('station').column('organization_id').execute()
  await schema
    .createTable('station_output')
    .addColumn('sn', 'text', (column) => column.notNull().references('device.sn').onDelete('cascade'))
    .addColumn('vo_id', 'integer', (column) => column.notNull())
    .addColumn('content_json', 'text')
    .addColumn('turns_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('message_json', 'text')
    .addColumn('is_muted', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('dpi', 'text')
    .addColumn('report_json', 'text')
    .addColumn('reported_at_ms', 'bigint')
    .addColumn('picture_key', 'text')
    .addColumn('pictured_at_ms', 'bigint')
    .addColumn('signed_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('station_output_key', ['sn', 'vo_id'])
    .execute()
  for (const [table, name] of [
    ['station_token', 'token_sha256'],
    ['station_ticket', 'token_sha256'],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn(name, 'text', (column) => column.primaryKey())
      .addColumn('sn', 'text', (column) => column.notNull().references('station.sn').onDelete('cascade'))
      .addColumn('vo_id', 'integer', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex(`${table}_sn`).on(table).columns(['sn', 'vo_id']).execute()
    await schema.createIndex(`${table}_expires`).on(table).column('expires_at_ms').execute()
  }
  await schema
    .createTable('station_pairing')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('secret_sha256', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('public_key_json', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('sn', 'text')
    .execute()
  await schema.createIndex('station_pairing_address').on('station_pairing').column('address').execute()
  await schema.createIndex('station_pairing_expires').on('station_pairing').column('expires_at_ms').execute()
  await schema
    .createTable('station_trouble')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sn', 'text', (column) => column.notNull().references('device.sn').onDelete('cascade'))
    .addColumn('vo_id', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('camera_sn', 'text')
    .addColumn('chl_index', 'integer')
    .addColumn('camera_name', 'text')
    .addColumn('start_ms', 'bigint', (column) => column.notNull())
    .addColumn('end_ms', 'bigint')
    .execute()
  await schema.createIndex('station_trouble_start').on('station_trouble').columns(['sn', 'start_ms']).execute()
  await schema.createIndex('station_trouble_end').on('station_trouble').column('start_ms').execute()
}
