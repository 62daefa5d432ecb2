import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** E-mail codes, second steps, and what an organization tells of itself when it registers. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('email_code')
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('code_sha256', 'text', (column) => column.notNull())
    .addColumn('sent_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('day_started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('day_count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('email_code_key', ['target', 'purpose'])
    .execute()
  await schema
    .createTable('sign_in_step')
    .addColumn('login_name', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sign_in_step_key', ['login_name', 'address'])
    .execute()
  await mfa(db)
  for (const field of ['country', 'city', 'address', 'contact', 'phone'])
    await schema
      .alterTable('organization')
      .addColumn(field, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  for (const moment of ['registered_at_ms', 'closed_at_ms']) await schema.alterTable('organization').addColumn(moment, 'bigint').execute()
  await schema.createIndex('organization_name').on('organization').unique().expression(sql`lower(name)`).execute()
  await schema.createIndex('user_email').on('user').column('email').execute()
}

async function mfa({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('mfa_method')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('mfa_method_category', ['user_id', 'category'])
    .execute()
  await schema
    .createTable('mfa_recovery')
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('code_sha256', 'text', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint')
    .addPrimaryKeyConstraint('mfa_recovery_key', ['user_id', 'code_sha256'])
    .execute()
  await schema
    .alterTable('user')
    .addColumn('mfa_enabled', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('organization')
    .addColumn('mfa_required', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
