import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Invitations, installers, and their access for a time. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('invitation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('user.id').onDelete('cascade'))
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('secret_sha256', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('sent_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint')
    .addUniqueConstraint('invitation_target', ['organization_id', 'kind', 'email'])
    .execute()
  await schema.createIndex('invitation_user').on('invitation').column('user_id').execute()
  await schema
    .createTable('installer')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().unique().references('organization.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('company_name', 'text', (column) => column.notNull())
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('key_sha256', 'text', (column) => column.notNull())
    .addColumn('bound_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('remote_access')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('installer_id', 'text', (column) => column.notNull().references('installer.id').onDelete('cascade'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('asked_minutes', 'integer', (column) => column.notNull())
    .addColumn('granted_minutes', 'integer')
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('secret_sha256', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('until_ms', 'bigint')
    .execute()
  await schema.createIndex('remote_access_due').on('remote_access').columns(['status', 'until_ms']).execute()
  await schema.alterTable('session').addColumn('remote_access_id', 'text').execute()
  await schema
    .alterTable('user')
    .addColumn('is_installer', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
