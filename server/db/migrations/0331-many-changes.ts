import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Changes of many devices at once, and what became of each device. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('many_change')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('remote_access_id', 'text')
    .addColumn('change_json', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_ms', 'bigint')
    .execute()
  await schema.createIndex('many_change_person').on('many_change').columns(['user_id', 'started_ms']).execute()
  await schema.createIndex('many_change_organization').on('many_change').columns(['organization_id', 'state']).execute()
  await schema.createIndex('many_change_state').on('many_change').columns(['state', 'started_ms']).execute()
  await schema
    .createTable('many_change_line')
    .addColumn('change_id', 'text', (column) => column.notNull().references('many_change.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('sn', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('code', 'integer')
    .addColumn('field', 'text')
    .addColumn('lease_until_ms', 'bigint')
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('many_change_line_place').unique().on('many_change_line').columns(['change_id', 'position']).execute()
  await schema.createIndex('many_change_line_state').on('many_change_line').columns(['change_id', 'state', 'position']).execute()
}
