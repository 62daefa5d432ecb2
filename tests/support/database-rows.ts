import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** All rows of a database by table. */
export type DatabaseRows = ReadonlyMap<string, readonly Record<string, unknown>[]>

/** How a database is put back. */
interface WayBack {
  /** What puts a table back, by table. */
  tables: ReadonlyMap<string, readonly CompiledQuery[]>
  /** The tables in which something was written since; all of them, where nobody takes that down. */
  changed(): Promise<ReadonlySet<string>>
  /** Says that these tables are as they were. */
  forget(names: readonly string[]): CompiledQuery[]
}

/** Worked out once: things are put back after each change that a test makes, thousands of times. */
const waysBack = new WeakMap<DatabaseRows, Promise<WayBack>>()
/** Where triggers take down, on SQLite, in which tables something was written, by whichever connection. */
const NOTED = 'noted_changes'

/** Reads all that is kept; where the names of the tables are known, without asking for them, which takes longer than the reading. */
export async function readRows(db: Db, known?: Iterable<string>): Promise<DatabaseRows> {
  const names = known ?? (await db.introspection.getTables()).map(({ name }) => name)
  const rows = new Map<string, Record<string, unknown>[]>()
  for (const name of names) {
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
  const { tables, changed, forget } = await prepared
  const written = await changed()
  const names = [...tables.keys()].filter((name) => written.has(name) && !except.includes(name))
  if (names.length === 0) return
  if (!isPostgres) await sql`pragma foreign_keys = off`.execute(db)
  await db.transaction().execute(async (inside) => {
    if (isPostgres) await sql`set local session_replication_role = replica`.execute(inside)
    for (const query of names.flatMap((name) => tables.get(name) ?? [])) await inside.executeQuery(query)
    for (const query of forget(names)) await inside.executeQuery(query)
  })
}

/** For a pool of connections, of which each would need copies of its own. */
async function rowByRow(db: Db, rows: DatabaseRows): Promise<WayBack> {
  const back = new Map([...rows].map(([name, kept]) => [name, [emptied(db, name), ...kept.map((row) => inserted(db, name, row))]]))
  const all = new Set(rows.keys())
  return { tables: back, changed: async () => all, forget: () => [] }
}

/** Keeps the rows in tables of the connection's own, out of which a single statement brings them back, and has each change of the others noted. */
async function throughCopies(db: Db, rows: DatabaseRows): Promise<WayBack> {
  const tables = new Map<string, CompiledQuery[]>()
  await sql`create table if not exists ${sql.table(NOTED)} (name text not null)`.execute(db)
  for (const [name, kept] of rows) {
    const copy = `kept_${name}`
    await sql`create temp table ${sql.table(copy)} as select * from ${sql.table(name)} where false`.execute(db)
    for (const row of kept) await db.executeQuery(inserted(db, copy, row))
    const back = kept.length === 0 ? [] : [sql`insert into ${sql.table(name)} select * from ${sql.table(copy)}`.compile(db)]
    tables.set(name, [emptied(db, name), ...back])
    for (const change of ['insert', 'update', 'delete']) await noteChanges(db, name, change)
    // It may have been changed before anybody looked.
    await sql`insert into ${sql.table(NOTED)} values (${name})`.execute(db)
  }
  return {
    tables,
    changed: async () => {
      const { rows: noted } = await sql<{ name: string }>`select name from ${sql.table(NOTED)}`.execute(db)
      return new Set(noted.map(({ name }) => name))
    },
    forget: (names) => [sql`delete from ${sql.table(NOTED)} where name in (${sql.join(names)})`.compile(db)],
  }
}

/** Has each change of this kind in a table noted, once until it is forgotten. */
async function noteChanges(db: Db, name: string, change: string): Promise<void> {
  const trigger = sql.table(`note_${change}_${name}`)
  const once = sql`select ${sql.lit(name)} where not exists (select 1 from ${sql.table(NOTED)} where name = ${sql.lit(name)})`
  await sql`create trigger if not exists ${trigger} after ${sql.raw(change)} on ${sql.table(name)} begin insert into ${sql.table(NOTED)} ${once}; end`.execute(
    db,
  )
}

const emptied = (db: Db, name: string) => sql`delete from ${sql.table(name)}`.compile(db)

function inserted(db: Db, name: string, row: Record<string, unknown>): CompiledQuery {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(name)} (${columns}) values (${sql.join(Object.values(row))})`.compile(db)
}
