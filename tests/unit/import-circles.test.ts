import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(dirname(import.meta.dirname))
const folders = ['contract', 'shared', 'src', 'workers', 'sw', 'server', 'device', 'plugin', 'scripts', 'tests']

/** `import … from`, `export … from` and `import '…'`, of types too; what is loaded when it is wanted is no part of a circle. */
const statement = /^(?:import|export)\s(?:[^'";]*?\sfrom\s)?'(?<path>[#.][^'?]*)/gm

/** Each of our files, and those that it imports. */
function readImports(): Map<string, string[]> {
  const files = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root })
  return new Map(files.map((file) => [file, importsOf(file).filter((path) => existsSync(join(root, path)))]))
}

function importsOf(file: string): string[] {
  const paths = [...readFileSync(join(root, file), 'utf8').matchAll(statement)].map(({ groups }) => groups?.['path'] ?? '')
  return paths.map((path) => (path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path))))
}

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
