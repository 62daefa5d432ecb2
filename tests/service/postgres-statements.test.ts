import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { type NotedStatement, shapeOf } from '#tests/support/statements/noted-statement.ts'
import { refusedOn } from '#tests/support/statements/refused.ts'

const statement = (sql: string, ...parameters: unknown[]): NotedStatement => ({ shape: sql, sql, parameters })
const guard = 'insert into "sign_in_guard" ("login_name", "failures", "last_failure_at_ms", "locked_until_ms") values ($1, $2, $3, $4)'

test('a statement that only SQLite understands is named, and so is a value that only SQLite takes', async () => {
  const database = await createTestDatabase()
  const refused = await refusedOn(database.url, [
    statement(guard, 'one', 1, 2, 0),
    statement('select ifnull("login_name", $1) from "sign_in_guard"', 'none'),
    statement(guard, 'two', 1.5, 2, 0),
    statement('insert into "alarm_read" ("alarm_id", "user_id") values ($1, $2)', 'points', 'nowhere'),
    // What the first one wrote was undone.
    statement(guard, 'one', 1, 2, 0),
  ]).finally(() => database.drop())
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatch(/ifnull.*does not exist\n {4}select ifnull/)
  expect(refused[1]).toMatch(/invalid input syntax for type .*"1\.5"\n/)
})

test('statements that differ in values and the lengths of lists are of one shape, those with other kinds of values are not', () => {
  const list = shapeOf('select 1 where id in (?, ?, ?) and at > ?', ['a', 'b', 'c', 1])
  expect(shapeOf('select 1 where id in (?) and at > ?', ['z', 2])).toBe(list)
  expect(shapeOf('select 1 where id in (?) and at > ?', ['z', 2.5])).not.toBe(list)
  expect(shapeOf('select 2 where id in (?) and at > ?', ['z', 2])).not.toBe(list)
  expect(shapeOf('insert into t values (?, ?), (?, ?)', [1, 'a', 2, 'b'])).not.toBe(shapeOf('insert into t values (?, ?)', [null, 'a']))
})
