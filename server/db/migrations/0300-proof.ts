import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Signed statements about the files of archives, and the keys that they are signed with. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('proof_key')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('public_hex', 'text', (column) => column.notNull())
    .addColumn('private_sealed', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('retired_at_ms', 'bigint')
    .execute()
  await schema
    .createTable('proof_statement')
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('archive_id', 'text', (column) => column.notNull().references('archive.id').onDelete('cascade'))
    .addColumn('statement_text', 'text', (column) => column.notNull())
    .addColumn('statement_sha256', 'text', (column) => column.notNull())
    .addColumn('signature_hex', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull().references('proof_key.id'))
    .addColumn('crc32', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('proof_statement_key', ['file_id', 'number'])
    .execute()
  await schema.createIndex('proof_statement_archive').on('proof_statement').column('archive_id').execute()
}
