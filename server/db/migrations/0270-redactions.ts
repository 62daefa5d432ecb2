import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Redacted files beside archives, and their downloads. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('archive_redaction')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('archive_id', 'text', (column) => column.notNull().references('archive.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('progress', 'integer', (column) => column.notNull())
    .addColumn('fail_code', 'integer')
    .addColumn('areas_json', 'text', (column) => column.notNull())
    .addColumn('is_silent', 'integer', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint')
    .addColumn('codec', 'text')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('object_key', 'text')
    .addColumn('sha256', 'text')
    .addColumn('piece_sha256s_json', 'text')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .execute()
  await schema.createIndex('archive_redaction_archive').on('archive_redaction').columns(['archive_id', 'created_at_ms']).execute()
  await schema.createIndex('archive_redaction_organization').on('archive_redaction').columns(['organization_id', 'status']).execute()
  await schema.createIndex('archive_redaction_work').on('archive_redaction').columns(['status', 'lease_until_ms']).execute()
  await schema.alterTable('archive_download').addColumn('redaction_id', 'text').execute()
}
