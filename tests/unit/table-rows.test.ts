import { expect, test } from 'vitest'
import type { Column } from '#src/ui/controls/table/column.ts'
import { rowAfterKey } from '#src/ui/controls/table/row-keys.ts'
import { nextSort, sortOf, sortRows, sortText, type Sort } from '#src/ui/controls/table/sort-rows.ts'

interface Row {
  name: string
  count: number
}
const columns: Column<Row>[] = [
  { id: 'name', name: 'Name', sortBy: ({ name }) => name, cell: () => null },
  { id: 'count', name: 'Count', sortBy: ({ count }) => count, cell: () => null },
  { id: 'other', name: 'Other', cell: () => null },
]
const rows: Row[] = [
  { name: 'Gate 10', count: 9 },
  { name: 'gate 2', count: 10 },
  { name: 'Ärger', count: 9 },
]
const names = (sort: Sort | undefined, locale = 'en-US') => sortRows(rows, columns, sort, locale).map(({ name }) => name)

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 99, 99],
  ['PageDown', 3, 13],
  ['PageDown', 95, 99],
  ['PageUp', 3, 0],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['ArrowLeft', 50, undefined],
  ['a', 50, undefined],
])('%s in a table of a hundred rows leads from %d to %s', (key, from, to) => {
  expect(rowAfterKey(key, from, 100)).toBe(to)
})

test('in a table without rows no key leads anywhere', () => {
  expect(rowAfterKey('End', 0, 0)).toBeUndefined()
})

test('rows go by their names as people order them, and by their numbers by size; equal ones stay as they came', () => {
  expect(names({ column: 'name', isDescending: false })).toEqual(['Ärger', 'gate 2', 'Gate 10'])
  expect(names({ column: 'name', isDescending: true })).toEqual(['Gate 10', 'gate 2', 'Ärger'])
  expect(names({ column: 'count', isDescending: false })).toEqual(['Gate 10', 'Ärger', 'gate 2'])
  expect(names({ column: 'count', isDescending: true })).toEqual(['gate 2', 'Gate 10', 'Ärger'])
})

test('rows stay as they came without an order, and by what cannot be sorted', () => {
  const asTheyCame = rows.map(({ name }) => name)
  expect(names(undefined)).toEqual(asTheyCame)
  expect(names({ column: 'other', isDescending: false })).toEqual(asTheyCame)
  expect(names({ column: 'gone', isDescending: true })).toEqual(asTheyCame)
})

test('a head that is pressed sorts up, then down, then no more', () => {
  const up = nextSort(undefined, 'name')
  const down = nextSort(up, 'name')
  expect([up, down, nextSort(down, 'name')]).toEqual([
    { column: 'name', isDescending: false },
    { column: 'name', isDescending: true },
    undefined,
  ])
  expect(nextSort(down, 'count')).toEqual({ column: 'count', isDescending: false })
})

test('an order goes into the address and comes out of it, and nothing else does', () => {
  for (const sort of [{ column: 'name', isDescending: true }, { column: 'count', isDescending: false }, undefined])
    expect(sortOf(sortText(sort))).toEqual(sort)
  for (const text of [7, null, '', '-', 'Name', 'na me', '--name', '<b>']) expect(sortOf(text)).toBeUndefined()
})
