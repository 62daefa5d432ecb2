import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** What people do about alarms, and each step of it; and an index along which lists of alarms are walked, whatever they are narrowed by. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  const alarm = () => schema.alterTable('alarm')
  await alarm()
    .addColumn('handling_state', 'text', (column) => column.notNull().defaultTo('open'))
    .execute()
  await alarm()
    .addColumn('handling_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await alarm().addColumn('handled_by_name', 'text').execute()
  await alarm().addColumn('handled_at_ms', 'bigint').execute()
  await alarm()
    .addColumn('assignee_id', 'text', (column) => column.references('user.id').onDelete('set null'))
    .execute()
  await alarm().addColumn('assignee_name', 'text').execute()
  await alarm()
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(sql.lit('')))
    .execute()
  await schema
    .createTable('alarm_step')
    .addColumn('alarm_id', 'text', (column) => column.notNull().references('alarm.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('by_name', 'text', (column) => column.notNull())
    .addColumn('change_json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('alarm_step_key', ['alarm_id', 'version'])
    .execute()
  const walked = [
    'organization_id',
    'started_at_ms',
    'id',
    'kind',
    'site_id',
    'sn',
    'chl_index',
    'rule_id',
    'handling_state',
    'assignee_id',
  ]
  await schema.createIndex('alarm_walk').on('alarm').columns(walked).execute()
  await schema.dropIndex('alarm_time').execute()
  // What one person was given, of however many alarms; and whose they are no more when that person goes.
  await schema
    .createIndex('alarm_assignee')
    .on('alarm')
    .columns(['assignee_id', 'started_at_ms'])
    .where('assignee_id', 'is not', null)
    .execute()
}
