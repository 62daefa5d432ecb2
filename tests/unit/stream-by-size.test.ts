import { expect, test } from 'vitest'
import { streamBySize } from '#shared/media/stream-by-size.ts'

test('main above 400 device pixels, else sub', () => {
  expect(streamBySize(401, undefined)).toBe('main')
  expect(streamBySize(400, undefined)).toBe('sub')
  expect(streamBySize(0, undefined)).toBe('sub')
})

test('a window that has grown keeps the main stream until it is clearly smaller', () => {
  expect(streamBySize(400, 'main')).toBe('main')
  expect(streamBySize(361, 'main')).toBe('main')
  expect(streamBySize(360, 'main')).toBe('sub')
  expect(streamBySize(380, 'sub')).toBe('sub')
})
