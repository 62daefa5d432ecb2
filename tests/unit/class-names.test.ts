import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folders = [
  'contract',
  'shared',
  'src',
  'workers',
  'sw',
  'server',
  'device',
  'plugin',
  'scripts',
  'tests/support',
  'tests/e2e',
  'tests/bench',
]

test('each class that others import has a name that no other one has', () => {
  const places = new Map<string, string[]>()
  for (const file of globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root })) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(/^export (?:abstract )?class (\w+)/gm))
      places.set(name, [...(places.get(name) ?? []), file])
  }
  expect(places.size).toBeGreaterThan(200)
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
})
