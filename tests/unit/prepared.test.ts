import type { Expression } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, type Db } from '#server/db/open.ts'
import { prepared } from '#server/db/prepared.ts'

interface Question {
  keys: readonly Expression<string>[]
  key: Expression<string> | undefined
  isNewestFirst: boolean
}

let db: Db

beforeAll(async () => {
  db = await openDatabase(':memory:')
  const values = ['one', 'two', 'three'].map((name, index) => ({ name, key_hex: String(index) }))
  await db.insertInto('service_key').values(values).execute()
})
afterAll(() => db.destroy())

test('a prepared query is put into words once for each shape, and answers what it is asked each time', async () => {
  const build = vi.fn((inside: Db, { keys, key, isNewestFirst }: Question) => {
    const query = inside.selectFrom('service_key').where('name', 'in', keys).select('name')
    return (key === undefined ? query : query.where('key_hex', '=', key)).orderBy('key_hex', isNewestFirst ? 'desc' : 'asc')
  })
  const find = prepared(build)
  const names = async (...[keys, key, isNewestFirst = false]: [string[], string?, boolean?]) =>
    (await find(db, { keys, key, isNewestFirst })).map(({ name }) => name)
  expect(await names(['one', 'two'])).toEqual(['one', 'two'])
  expect(await names(['three', 'two'])).toEqual(['two', 'three'])
  expect(build).toHaveBeenCalledTimes(1)
  expect(await names(['three', 'two'], undefined, true)).toEqual(['three', 'two'])
  expect(await names(['three', 'two'], '2')).toEqual(['three'])
  expect(await names(['three', 'two'], '1')).toEqual(['two'])
  expect(await names(['three'])).toEqual(['three'])
  expect(build).toHaveBeenCalledTimes(4)
  expect(await Promise.all([names(['one'], '0'), names(['two'], '0')])).toEqual([['one'], []])
})
