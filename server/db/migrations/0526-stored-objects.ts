import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * The objects of organizations, and what they come to: triggers count each with its row, in whatever transaction that comes or goes. Archives that are
 * there are counted; pictures are not, whose sizes stand nowhere.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('stored_object')
    .addColumn('object_key', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('stored_usage')
    .addColumn('organization_id', 'text', (column) => column.primaryKey().references('organization.id').onDelete('cascade'))
    .addColumn('objects', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()
  if (db.getExecutor().adapter instanceof PostgresAdapter) await countOnPostgres(db)
  else await countOnSqlite(db)
  for (const table of ['archive', 'archive_redaction'] as const)
    await db
      .insertInto('stored_object')
      .columns(['object_key', 'organization_id', 'bytes'])
      .expression(
        db
          .selectFrom(table)
          .where('object_key', 'is not', null)
          .where('size_bytes', 'is not', null)
          .select(['object_key', 'organization_id', 'size_bytes']),
      )
      .execute()
}

/** Counts the new row. */
const added = sql`insert into stored_usage (organization_id, objects, bytes) values (new.organization_id, 1, new.bytes)
  on conflict (organization_id) do update set objects = stored_usage.objects + 1, bytes = stored_usage.bytes + excluded.bytes`
/** Counts the old row no more. */
const gone = sql`update stored_usage set objects = objects - 1, bytes = bytes - old.bytes where organization_id = old.organization_id`

async function countOnSqlite(db: Kysely<Schema>): Promise<void> {
  await sql`create trigger stored_object_added after insert on stored_object begin ${added}; end`.execute(db)
  await sql`create trigger stored_object_changed after update on stored_object begin ${gone}; ${added}; end`.execute(db)
  await sql`create trigger stored_object_gone after delete on stored_object begin ${gone}; end`.execute(db)
}

async function countOnPostgres(db: Kysely<Schema>): Promise<void> {
  await sql`create or replace function count_stored_object() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then ${gone}; end if;
      if tg_op <> 'DELETE' then ${added}; end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger stored_object_counted after insert or update or delete on stored_object
    for each row execute function count_stored_object()`.execute(db)
}
