import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledQuery, DefaultQueryExecutor, PostgresQueryCompiler, type RootOperationNode, SqliteAdapter } from 'kysely'
import { type NotedStatement, shapeOf, writeStatement } from './noted-statement.ts'

/** Tables are made for each database in its own way, by migrations that run on both. */
const kinds = new Set<RootOperationNode['kind']>(['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])
/** The library’s own questions and notes, other ones for each database. */
const OF_SQLITE = /sqlite_master|pragma_|"kysely_/
const WATCHED = Symbol.for('sightline statements')
const noted = new Set<string>()
const folder = process.env['STATEMENTS']

/** Puts the statement into words for PostgreSQL, unless one like it is there already. */
function note(folder: string, { sql, query, parameters, queryId }: CompiledQuery): void {
  const shape = shapeOf(sql, parameters)
  if (noted.has(shape)) return
  noted.add(shape)
  if (!kinds.has(query.kind) || OF_SQLITE.test(sql)) return
  const statement: NotedStatement = {
    shape,
    sql: new PostgresQueryCompiler().compileQuery(query, queryId).sql,
    parameters: [...parameters],
  }
  appendFileSync(join(folder, `${process.pid}.txt`), `${writeStatement(statement)}\n`)
}

/**
 * Takes down each kind of statement that this process runs on SQLite, in PostgreSQL's words, in the folder that `STATEMENTS` names. After the
 * service's tests `on-postgres.ts` runs them there.
 */
if (folder !== undefined && !Reflect.has(DefaultQueryExecutor, WATCHED)) {
  Reflect.set(DefaultQueryExecutor, WATCHED, true)
  mkdirSync(folder, { recursive: true })
  const { executeQuery, stream } = DefaultQueryExecutor.prototype
  DefaultQueryExecutor.prototype.executeQuery = async function (compiled, options) {
    const result = await executeQuery.call(this, compiled, options)
    if (this.adapter instanceof SqliteAdapter) note(folder, compiled)
    return result as never
  }
  DefaultQueryExecutor.prototype.stream = function (compiled, chunkSize, options) {
    if (this.adapter instanceof SqliteAdapter) note(folder, compiled)
    return stream.call(this, compiled, chunkSize, options) as never
  }
}
