import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../../src')
const read = (file: string) => readFileSync(join(src, file), 'utf8')
const files = globSync('**/*.{ts,tsx}', { cwd: src }).map((file) => file.replaceAll('\\', '/'))

function filesWith(pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(read(file))).toSorted()
}

test('what a role hides is hidden by one hook and one component, from the role codes of the service', () => {
  expect(filesWith(/\broleCodes\b/)).toEqual(['data/person/roles.ts'])
  expect(read('data/person/for-roles.tsx')).toContain('useHoldsRole(')
})

test('who is an administrator is asked of the session by the guards of the routes alone', () => {
  expect(filesWith(/session\.user\.(?:role|isAdministrator)\b/)).toEqual(['data/app/menu.ts', 'routes/_home.tsx'])
})
