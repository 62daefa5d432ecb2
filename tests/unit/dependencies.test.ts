import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { complaintsAbout, readTable } from '../../scripts/dependencies.ts'

const root = join(import.meta.dirname, '../..')
const table = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
type Used = Parameters<typeof complaintsAbout>[1]
const used = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Used
const lookedAtMs = Date.parse(/^Looked at: (.*)$/m.exec(table)?.[1] ?? '')
const DAY_MS = 24 * 60 * 60_000

test('every package that is used is in the table of packages, and no other', () => {
  expect(complaintsAbout(table, used, lookedAtMs)).toEqual([])
  const { fastify: _gone, ...dependencies } = used.dependencies
  const changed = { ...used, dependencies: { ...dependencies, 'left-pad': '1.0.0' } }
  expect(complaintsAbout(table, changed, lookedAtMs)).toEqual(['left-pad is used, and has no row.', 'fastify has a row, and is not used.'])
})

test('a package without a release for two years needs a word why it stays, and the table a look every half year', () => {
  const [row] = readTable(table).filter(({ names }) => names.includes('fastify'))
  const old = table.replace(row?.line ?? '', (row?.line ?? '').replace(row?.released ?? '', '2024-01-05'))
  expect(complaintsAbout(old, used, lookedAtMs)).toEqual(['fastify: no release for two years, and no word why it stays.'])
  expect(complaintsAbout(table, used, lookedAtMs + 181 * DAY_MS)).toContain(
    'Nobody has looked at the releases for half a year: run this with --write.',
  )
})
