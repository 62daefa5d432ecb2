import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'public')

test('the page for browsers that are too old is script that Internet Explorer 10 can read', () => {
  const text = readFileSync(join(folder, 'unsupported.js'), 'utf8')
  // Its reserved words and its grammar are those of the fifth edition.
  expect(() => parse(text, { ecmaVersion: 5, sourceType: 'script' })).not.toThrow()
  expect(() => parse('const late = 1', { ecmaVersion: 5 })).toThrow('reserved')
})

test('and its style sheet uses nothing younger', () => {
  expect(readFileSync(join(folder, 'unsupported.css'), 'utf8')).not.toMatch(
    /var\(|grid|flex|:is\(|:where\(|:focus-visible|inset|min\(|clamp\(/,
  )
})
