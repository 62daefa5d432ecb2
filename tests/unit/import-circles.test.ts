import { expect, test } from 'vitest'
import { readImports } from '#tests/support/imports.ts'

/** The circles, each from the file at which it was met. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (done.has(file) || way.includes(file)) return
    for (const next of imports.get(file) ?? []) visit(next, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return circles
}

test('no file imports itself by way of others, not for a type either', () => {
  const imports = readImports()
  expect([...imports.values()].flat().length).toBeGreaterThan(5_000)
  expect(circlesIn(imports)).toEqual([])
})

test('a circle is found wherever one looks first', () => {
  const way: [string, string[]][] = [
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['b']],
  ]
  expect(circlesIn(new Map(way))).toEqual(['b → d → b'])
  expect(circlesIn(new Map(way.toReversed()))).toEqual(['d → b → d'])
})
