import { afterEach, expect, test, vi } from 'vitest'
import { isThinLine } from '#src/lib/thin-line.ts'

afterEach(() => vi.unstubAllGlobals())

test('a line is thin for who saves data, and where the browser says that it is slow; not where it says nothing', () => {
  let isSaving = false
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isSaving && query === '(prefers-reduced-data: reduce)' }))
  expect([{}, { connection: {} }, { connection: { saveData: false, effectiveType: '4g' } }].map((of) => isThinLine(of))).toEqual([
    false,
    false,
    false,
  ])
  expect([{ saveData: true, effectiveType: '4g' }, { effectiveType: '3g' }].map((connection) => isThinLine({ connection }))).toEqual([
    true,
    true,
  ])
  isSaving = true
  expect(isThinLine({})).toBe(true)
})
