import { expect, test } from 'vitest'
import { bytesText } from '#src/ui/text/bytes-text.ts'

test('sizes are told in their largest unit, in the words of the language', () => {
  expect([0, 1, 999, 1_400, 23_456, 5_000_000, 12_300_000_000].map((bytes) => bytesText(bytes, 'en-US'))).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1.4 kB',
    '23 kB',
    '5 MB',
    '12 GB',
  ])
  expect(bytesText(5_000_000, 'zh-CN')).toBe('5 MB')
})
