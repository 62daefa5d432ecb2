import { expect, test } from 'vitest'
import { chooseStream } from '#plugin/choose-stream.ts'

test('main above 400 device pixels, else sub', () => {
  expect(chooseStream(401, undefined)).toBe('main')
  expect(chooseStream(400, undefined)).toBe('sub')
  expect(chooseStream(0, undefined)).toBe('sub')
})

test('a window that has grown keeps the main stream until it is clearly smaller', () => {
  expect(chooseStream(400, 'main')).toBe('main')
  expect(chooseStream(361, 'main')).toBe('main')
  expect(chooseStream(360, 'main')).toBe('sub')
  expect(chooseStream(380, 'sub')).toBe('sub')
})
