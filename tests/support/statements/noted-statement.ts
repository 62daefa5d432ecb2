import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

/** A statement that ran on SQLite. */
export interface NotedStatement {
  /** Equal for statements that differ in nothing but values and the lengths of lists. */
  shape: string
  /** The same in PostgreSQL's words. */
  sql: string
  parameters: unknown[]
}

/** The shape of a statement: its words with each list of values as one, and what kinds of values it was given. */
export function shapeOf(sql: string, parameters: readonly unknown[]): string {
  const words = sql.replaceAll(/\?(?:, \?)+/g, '?').replaceAll(/\(\?\)(?:, \(\?\))+/g, '(?)')
  return `${words} ${parameters
    .map(kindOf)
    .join('')
    .replaceAll(/(.)\1+/g, '$1')}`
}

/** One letter: an integer is taken where a fraction is not. */
function kindOf(value: unknown): string {
  if (value === null) return '-'
  if (typeof value === 'number') return Number.isInteger(value) ? 'i' : 'f'
  return value instanceof Uint8Array ? 'b' : typeof value === 'string' ? 's' : '?'
}

export function writeStatement(statement: NotedStatement): string {
  return serialize(statement).toString('base64')
}

/** The statements that the processes of a test run noted in this folder, one of each shape. */
export function readStatements(folder: string): NotedStatement[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
  const statements = lines.map((line) => deserialize(Buffer.from(line, 'base64')) as NotedStatement)
  return [...new Map(statements.map((statement) => [statement.shape, statement])).values()]
}
