import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** A share may pass on several archives: those beside its first. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('archive_share_clip')
    .addColumn('share_id', 'text', (column) => column.notNull().references('archive_share.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('archive_id', 'text', (column) => column.notNull().references('archive.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('archive_share_clip_place', ['share_id', 'position'])
    .execute()
  await schema.createIndex('archive_share_clip_archive').on('archive_share_clip').column('archive_id').execute()
  await schema
    .alterTable('archive_download')
    .addColumn('is_whole', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
