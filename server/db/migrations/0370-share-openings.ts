import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

const ROWS_AT_ONCE = 500

/** Shares are known by their organization and by whose they are; and who opened them is remembered. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  for (const name of ['organization_id', 'recipient'] as const) await schema.alterTable('archive_share').addColumn(name, 'text').execute()
  await db
    .updateTable('archive_share')
    .set(({ selectFrom }) => ({
      organization_id: selectFrom('archive').whereRef('archive.id', '=', 'archive_share.archive_id').select('archive.organization_id'),
    }))
    .execute()
  // What went to several has one link for all of them, and counts as that of the first.
  const shares = await db.selectFrom('archive_share').where('emails_json', '!=', '[]').select(['id', 'emails_json']).execute()
  const recipients = Map.groupBy(shares, ({ emails_json }) => (JSON.parse(emails_json) as string[])[0] ?? '')
  for (const [recipient, of] of recipients)
    for (let from = 0; from < of.length; from += ROWS_AT_ONCE) {
      const ids = of.slice(from, from + ROWS_AT_ONCE).map(({ id }) => id)
      await db.updateTable('archive_share').set({ recipient }).where('id', 'in', ids).execute()
    }
  await schema.createIndex('archive_share_organization').on('archive_share').columns(['organization_id', 'created_at_ms', 'id']).execute()
  await schema
    .createTable('archive_share_opening')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('share_id', 'text', (column) => column.notNull().references('archive_share.id').onDelete('cascade'))
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('browser', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('archive_share_opening_share').on('archive_share_opening').columns(['share_id', 'at_ms', 'id']).execute()
  await schema.createIndex('archive_share_opening_time').on('archive_share_opening').column('at_ms').execute()
}
