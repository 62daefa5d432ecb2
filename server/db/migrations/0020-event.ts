import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Events, alarm rules, notifications of devices, plates, contacts, and keys that the service's processes share. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await events(db)
  await rules(db)
  await plates(db)
  const { schema } = db
  await schema
    .createTable('contact')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addUniqueConstraint('contact_name', ['organization_id', 'name'])
    .execute()
  await schema
    .createTable('service_key')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('key_hex', 'text', (column) => column.notNull())
    .execute()
}

async function events({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('event')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('site_id', 'text', (column) => column.notNull())
    .addColumn('sn', 'text', (column) => column.notNull())
    .addColumn('chl_index', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('traits', 'bigint', (column) => column.notNull())
    .addColumn('plate', 'text')
    .addColumn('plate_key', 'text')
    .addColumn('attributes_json', 'text', (column) => column.notNull())
    .addColumn('snapshot_key', 'text')
    .addColumn('site_name', 'text', (column) => column.notNull())
    .addColumn('source_name', 'text', (column) => column.notNull())
    .execute()
  // Each index holds all that a search asks of an event, so that only the events found are read themselves.
  await schema.createIndex('event_time').on('event').columns(['organization_id', 'id', 'kind', 'traits']).execute()
  await schema.createIndex('event_channel').on('event').columns(['organization_id', 'sn', 'chl_index', 'id', 'kind', 'traits']).execute()
  await schema
    .createIndex('event_plate_time')
    .on('event')
    .columns(['organization_id', 'plate_key', 'id'])
    .where('plate_key', 'is not', null)
    .execute()
  await schema
    .createTable('event_plate')
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('plate_key', 'text', (column) => column.notNull())
    .addColumn('last_event_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_plate_key', ['organization_id', 'plate_key'])
    .execute()
}

async function rules({ schema }: Kysely<Schema>): Promise<void> {
  await schema.alterTable('alarm').addColumn('rule_id', 'text').execute()
  await schema.alterTable('alarm').addColumn('rule_name', 'text').execute()
  await schema.alterTable('alarm').addColumn('plate', 'text').execute()
  await schema.alterTable('alarm').addColumn('snapshot_key', 'text').execute()
  await schema.alterTable('alarm').addColumn('event_ids_json', 'text').execute()
  await schema.createIndex('alarm_rule_source').on('alarm').columns(['rule_id', 'sn', 'chl_index', 'started_at_ms']).execute()
  await schema
    .createTable('alarm_rule')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('trigger_json', 'text', (column) => column.notNull())
    .addColumn('scope_json', 'text', (column) => column.notNull())
    .addColumn('schedule_json', 'text', (column) => column.notNull())
    .addColumn('alert_interval_s', 'integer', (column) => column.notNull())
    .addColumn('emails_json', 'text', (column) => column.notNull())
    .addUniqueConstraint('alarm_rule_name', ['organization_id', 'name'])
    .execute()
  await schema
    .createTable('dev_notify')
    .addColumn('sn', 'text', (column) => column.primaryKey().references('device.sn').onDelete('cascade'))
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('kinds_json', 'text', (column) => column.notNull())
    .addColumn('emails_json', 'text', (column) => column.notNull())
    .addColumn('alert_interval_s', 'integer', (column) => column.notNull())
    .execute()
}

async function plates({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('plate_group')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addUniqueConstraint('plate_group_name', ['organization_id', 'name'])
    .execute()
  await schema
    .createTable('plate')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('group_id', 'text', (column) => column.notNull().references('plate_group.id').onDelete('cascade'))
    .addColumn('plate', 'text', (column) => column.notNull())
    .addColumn('plate_key', 'text', (column) => column.notNull())
    .addColumn('vehicle_type', 'text', (column) => column.notNull())
    .addColumn('brand', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addUniqueConstraint('plate_number', ['organization_id', 'plate_key'])
    .execute()
  await schema.createIndex('plate_group_plates').on('plate').columns(['group_id', 'plate_key']).execute()
}
