import { expect, test } from 'vitest'
import { formatter } from '#src/ui/text/formatter.ts'

test('a formatter is made once for each kind, language and shape, however often it is asked for', () => {
  let made = 0
  class Counted extends Intl.NumberFormat {
    constructor(locale: string, options: Intl.NumberFormatOptions) {
      super(locale, options)
      made += 1
    }
  }
  const asked = [
    ['en-US', { style: 'percent' }],
    ['zh-CN', { style: 'percent' }],
    ['en-US', { style: 'unit', unit: 'day' }],
  ] as const
  const once = asked.map(([locale, options]) => formatter(Counted, locale, options))
  const again = asked.map(([locale, options]) => formatter(Counted, locale, { ...options }))
  expect(made).toBe(3)
  expect(again).toEqual(once)
  expect(formatter(Intl.NumberFormat, 'en-US', { style: 'percent' })).not.toBe(once[0])
  expect(formatter(Intl.NumberFormat, 'en-US', { style: 'percent' }).format(0.5)).toBe('50%')
})
