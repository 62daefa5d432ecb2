import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * `folded(text)` on PostgreSQL, which SQLite is given when it is opened: small letters of every script, whatever the database's own
 * collation knows of them.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  const { rows } = await sql`select 1 from pg_collation where collname = 'und-x-icu'`.execute(db)
  // A server that was built without ICU has only its own.
  const collation = rows.length > 0 ? sql`collate "und-x-icu"` : sql``
  await sql`create or replace function folded(text) returns text language sql immutable parallel safe
    as $$ select lower($1 ${collation}) $$`.execute(db)
}
