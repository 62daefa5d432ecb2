import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Scenes and labels of sites; and the system's health: what devices told last of their storage, how the archives grow, and what is known already. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('custom_scene')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('folded_name', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('custom_scene_key', ['organization_id', 'folded_name'])
    .execute()
  await schema
    .createTable('site_label')
    .addColumn('site_id', 'text', (column) => column.notNull().references('site.id').onDelete('cascade'))
    .addColumn('folded_label', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('site_label_key', ['site_id', 'folded_label'])
    .execute()
  await schema
    .createTable('device_health')
    .addColumn('sn', 'text', (column) => column.primaryKey().references('device.sn').onDelete('cascade'))
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('state_json', 'text', (column) => column.notNull())
    .addColumn('troubles_json', 'text')
    .addColumn('asked_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('told_at_ms', 'bigint')
    .execute()
  await schema.createIndex('device_health_told').on('device_health').columns(['organization_id', 'told_at_ms']).execute()
  await schema
    .createIndex('device_health_trouble')
    .on('device_health')
    .columns(['organization_id', 'troubles_json'])
    .where('troubles_json', 'is not', null)
    .execute()
  await schema
    .createTable('archive_space')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('used_bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('archive_space_key', ['organization_id', 'day'])
    .execute()
  await schema
    .createTable('health_known')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('line_key', 'text', (column) => column.notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .addColumn('by_name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('health_known_key', ['organization_id', 'line_key'])
    .execute()
  // What stands still is counted along indexes alone, however many devices and cameras there are.
  await schema.createIndex('device_standing').on('device').columns(['organization_id', 'site_id', 'status', 'sn']).execute()
  await schema.createIndex('channel_standing').on('channel').columns(['sn', 'is_open', 'status', 'chl_index']).execute()
  await schema.createIndex('mail_of_organization').on('mail').columns(['organization_id', 'tries', 'created_at_ms']).execute()
  await schema
    .createIndex('alarm_standing')
    .on('alarm')
    .columns(['organization_id', 'handling_state', 'started_at_ms', 'site_id', 'sn', 'chl_index'])
    .execute()
}
