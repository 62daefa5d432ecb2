import { expect, test } from 'vitest'
import { NextPages } from '#src/ui/controls/table/next-pages.ts'

test('whoever scrolls to the end while a page is on its way gets the next one when it has come, without moving', () => {
  const pages = new NextPages(40)
  pages.shown(30)
  expect(pages.asks(100, true)).toBe(false)
  pages.shown(70)
  expect(pages.asks(100, true)).toBe(true)
  // The answer is on its way; the end is reached meanwhile.
  pages.shown(99)
  expect(pages.asks(100, false)).toBe(false)
  expect(pages.asks(120, true)).toBe(true)
  expect(pages.asks(120, false)).toBe(false)
  expect(pages.asks(220, true)).toBe(false)
})

test('a page that adds no row is not followed by all that there are; a scroll asks for one more', () => {
  const pages = new NextPages(40)
  pages.shown(60)
  expect(pages.asks(80, true)).toBe(true)
  expect(pages.asks(80, true)).toBe(false)
  pages.shown(61)
  expect(pages.asks(80, true)).toBe(true)
  expect(pages.asks(undefined, true)).toBe(false)
})
