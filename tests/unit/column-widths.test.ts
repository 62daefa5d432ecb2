import { expect, test } from 'vitest'
import { choices } from '#contract/calls/user/choices.ts'
import { clampWidth, columnLimits } from '#src/ui/controls/table/column-widths.ts'

test('no column is too narrow to take hold of, nor too wide to be seen, and whatever comes of it can be kept', () => {
  expect(clampWidth(-4)).toBe(columnLimits.leastPx)
  expect(clampWidth(1e9)).toBe(columnLimits.mostPx)
  expect(clampWidth(120.6)).toBe(121)
  for (const widthPx of [-4, 120.6, 1e9])
    expect(choices.safeParse({ columns: { devices: { name: clampWidth(widthPx) } } }).success).toBe(true)
})

test.each([{ name: 1 }, { name: 120.5 }, { name: 961 }, { '': 100 }, { name: 'wide' }])('what is no width is not kept: %j', (widths) => {
  expect(choices.safeParse({ columns: { devices: widths } }).success).toBe(false)
})
