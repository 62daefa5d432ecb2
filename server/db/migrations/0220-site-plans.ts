import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Plans of sites, and where cameras stand on them. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('site_plan')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id'))
    .addColumn('site_id', 'text', (column) => column.notNull().references('site.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('picture_key', 'text', (column) => column.notNull())
    .addColumn('width_px', 'integer', (column) => column.notNull())
    .addColumn('height_px', 'integer', (column) => column.notNull())
    .addUniqueConstraint('site_plan_name', ['site_id', 'name'])
    .execute()
  await schema.createIndex('site_plan_organization').on('site_plan').column('organization_id').execute()
  await schema
    .createTable('plan_camera')
    .addColumn('plan_id', 'text', (column) => column.notNull().references('site_plan.id').onDelete('cascade'))
    .addColumn('sn', 'text', (column) => column.notNull().references('device.sn').onDelete('cascade'))
    .addColumn('chl_index', 'integer', (column) => column.notNull())
    .addColumn('x', 'double precision', (column) => column.notNull())
    .addColumn('y', 'double precision', (column) => column.notNull())
    .addColumn('direction_deg', 'double precision', (column) => column.notNull())
    .addColumn('angle_deg', 'double precision', (column) => column.notNull())
    .addColumn('range_share', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('plan_camera_key', ['plan_id', 'sn', 'chl_index'])
    .execute()
  await schema.createIndex('plan_camera_device').on('plan_camera').column('sn').execute()
}
