import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** All rows of a database by table. */
export type DatabaseRows = ReadonlyMap<string, readonly Record<string, unknown>[]>

/** Reads all that is kept. */
export async function readRows(db: Db): Promise<DatabaseRows> {
  const tables = await db.introspection.getTables()
  const rows = new Map<string, Record<string, unknown>[]>()
  for (const { name } of tables) {
    const { rows: found } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    rows.set(name, found)
  }
  return rows
}

/** Puts the tables back to how they were read, all but those named. Rows may come before those that they refer to. */
export async function restoreRows(db: Db, rows: DatabaseRows, except: readonly string[]): Promise<void> {
  const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
  if (!isPostgres) await sql`pragma foreign_keys = off`.execute(db)
  await db.transaction().execute(async (inside) => {
    if (isPostgres) await sql`set local session_replication_role = replica`.execute(inside)
    for (const [name, kept] of rows) {
      if (except.includes(name)) continue
      await sql`delete from ${sql.table(name)}`.execute(inside)
      for (const row of kept) {
        const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
        await sql`insert into ${sql.table(name)} (${columns}) values (${sql.join(Object.values(row))})`.execute(inside)
      }
    }
  })
}
