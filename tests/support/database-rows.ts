import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** All rows of a database by table. */
export type DatabaseRows = ReadonlyMap<string, readonly Record<string, unknown>[]>

/** What puts a table back, by table. */
type WayBack = ReadonlyMap<string, readonly CompiledQuery[]>

/** Worked out once: things are put back after each change that a test makes, thousands of times. */
const waysBack = new WeakMap<DatabaseRows, Promise<WayBack>>()

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

/** Puts the tables back to how they were read, through the same `db`, all but those named. Rows may come before those that they refer to. */
export async function restoreRows(db: Db, rows: DatabaseRows, except: readonly string[]): Promise<void> {
  const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
  const prepared = waysBack.get(rows) ?? (isPostgres ? rowByRow(db, rows) : throughCopies(db, rows))
  waysBack.set(rows, prepared)
  const wayBack = await prepared
  if (!isPostgres) await sql`pragma foreign_keys = off`.execute(db)
  await db.transaction().execute(async (inside) => {
    if (isPostgres) await sql`set local session_replication_role = replica`.execute(inside)
    for (const [name, queries] of wayBack) {
      if (except.includes(name)) continue
      for (const query of queries) await inside.executeQuery(query)
    }
  })
}

/** For a pool of connections, of which each would need copies of its own. */
async function rowByRow(db: Db, rows: DatabaseRows): Promise<WayBack> {
  return new Map([...rows].map(([name, kept]) => [name, [emptied(db, name), ...kept.map((row) => inserted(db, name, row))]]))
}

/** Keeps the rows in tables of the connection's own, out of which a single statement brings them back. */
async function throughCopies(db: Db, rows: DatabaseRows): Promise<WayBack> {
  const wayBack = new Map<string, CompiledQuery[]>()
  for (const [name, kept] of rows) {
    const copy = `kept_${name}`
    await sql`create temp table ${sql.table(copy)} as select * from ${sql.table(name)} where false`.execute(db)
    for (const row of kept) await db.executeQuery(inserted(db, copy, row))
    const back = kept.length === 0 ? [] : [sql`insert into ${sql.table(name)} select * from ${sql.table(copy)}`.compile(db)]
    wayBack.set(name, [emptied(db, name), ...back])
  }
  return wayBack
}

const emptied = (db: Db, name: string) => sql`delete from ${sql.table(name)}`.compile(db)

function inserted(db: Db, name: string, row: Record<string, unknown>): CompiledQuery {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(name)} (${columns}) values (${sql.join(Object.values(row))})`.compile(db)
}
