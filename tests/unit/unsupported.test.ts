import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type Node } from 'acorn'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'public')

test('the page for browsers that are too old is script that Internet Explorer 10 can read', () => {
  const text = readFileSync(join(folder, 'unsupported.js'), 'utf8')
  // Its reserved words and its grammar are those of the fifth edition.
  expect(() => parse(text, { ecmaVersion: 5, sourceType: 'script' })).not.toThrow()
  expect(() => parse('const late = 1', { ecmaVersion: 5 })).toThrow('reserved')
})

/** What its script may call of the page and of the language: Internet Explorer 10 has all of these. */
const inExplorer10 = new Set(
  (
    'addEventListener appendChild createElement createTextNode focus getElementById getElementsByTagName ' +
    'getItem join push removeChild setAttribute slice'
  ).split(' '),
)

/** Every part of a script, the whole first. */
function parts(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(parts)
  if (typeof value !== 'object' || value === null || !('type' in value)) return []
  return [value as Node, ...Object.values(value).flatMap(parts)]
}

test('and calls nothing that Internet Explorer 10 lacks', () => {
  const script = parse(readFileSync(join(folder, 'unsupported.js'), 'utf8'), { ecmaVersion: 5, sourceType: 'script' })
  const callees = parts(script).flatMap((part) => ('callee' in part ? [part.callee as Node & { property?: { name: string } }] : []))
  const methods = callees.flatMap(({ property }) => property?.name ?? [])
  expect(methods.length).toBeGreaterThan(10)
  expect(methods.filter((name) => !inExplorer10.has(name))).toEqual([])
})

test('and its style sheet uses nothing younger', () => {
  expect(readFileSync(join(folder, 'unsupported.css'), 'utf8')).not.toMatch(
    /var\(|grid|flex|:is\(|:where\(|:focus-visible|inset|min\(|clamp\(/,
  )
})
