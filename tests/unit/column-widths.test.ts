import { expect, test } from 'vitest'
import { clampWidth, columnLimits, keepWidths, keptWidths } from '#src/ui/controls/table/column-widths.ts'

/** A browser's storage. */
function storage(texts: Record<string, string> = {}) {
  const kept = new Map(Object.entries(texts))
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text), kept }
}

test('a table finds its columns as wide as they were left, and those of other tables stay as they are', () => {
  const browser = storage()
  keepWidths(browser, 'devices', { name: 300, status: 120 })
  keepWidths(browser, 'users', { name: 200 })
  keepWidths(browser, 'devices', { name: 310, status: 120 })
  expect(keptWidths(browser, 'devices')).toEqual({ name: 310, status: 120 })
  expect(keptWidths(browser, 'users')).toEqual({ name: 200 })
  keepWidths(browser, 'devices', {})
  expect(keptWidths(browser, 'devices')).toEqual({})
  expect(keptWidths(browser, 'users')).toEqual({ name: 200 })
})

test('what is kept goes with whoever signs out: it has the app’s own beginning', () => {
  const browser = storage()
  keepWidths(browser, 'devices', { name: 300 })
  expect([...browser.kept.keys()].every((key) => key.startsWith('sightline.'))).toBe(true)
})

test.each(['', 'null', '[]', '{"devices":7}', '{"devices":{"name":"wide"}}', '{"devices":{"name":', '{"users":{"name":90}}'])(
  'what cannot be read is no width: %s',
  (text) => {
    expect(keptWidths(storage({ 'sightline.columns': text }), 'devices')).toEqual({})
  },
)

test('no column is too narrow to take hold of, nor too wide to be seen', () => {
  expect(clampWidth(-4)).toBe(columnLimits.leastPx)
  expect(clampWidth(1e9)).toBe(columnLimits.mostPx)
  expect(clampWidth(120.6)).toBe(121)
  expect(keptWidths(storage({ 'sightline.columns': '{"devices":{"name":1}}' }), 'devices')).toEqual({ name: columnLimits.leastPx })
})

test('a browser that keeps nothing more does not break the table', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  } // prettier-ignore
  expect(() => keepWidths(full, 'devices', { name: 300 })).not.toThrow()
})
