import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { askedFor, writtenDependencies } from '#tests/support/written-dependencies.ts'

test('of each package stands somewhere what it is for and what would replace it, and of none that is gone', () => {
  const page = readFileSync(new URL('../../docs/dependencies.md', import.meta.url), 'utf8')
  const names = writtenDependencies(page).map(({ name }) => name)
  expect(names.toSorted()).toEqual(askedFor.toSorted())
  expect(page).not.toMatch(/\| *\|/)
})
