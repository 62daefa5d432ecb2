import { expect, it } from 'vitest'
import { contentOfLog } from '#tests/support/profile-search/leveldb.ts'
import { unsnappy } from '#tests/support/profile-search/snappy.ts'

it('reads what Snappy wrote: as it is, near and far copies, and copies that run into themselves', () => {
  // 'abcd', then 4 from 4 back, then 5 from 1 back, then 3 from 13 back with a distance of four bytes.
  const bytes = [16, 0x0c, ...Buffer.from('abcd'), 0x01, 4, (5 - 1) * 4 + 2, 1, 0, (3 - 1) * 4 + 3, 13, 0, 0, 0]
  expect(Buffer.from(unsnappy(Uint8Array.from(bytes))).toString()).toBe('abcdabcddddddabc')
})

it('refuses what is not Snappy', () => {
  for (const bytes of [[], [4], [4, 0x01, 9], [2, 0x0c, 1, 2, 3, 4], [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255]]) {
    expect(() => unsnappy(Uint8Array.from(bytes))).toThrow(RangeError)
  }
})

it('joins what a log splits between two blocks', () => {
  const block = 32 * 1024
  const first = Buffer.concat([
    Buffer.from([0, 0, 0, 0]),
    Buffer.from(Uint16Array.of(block - 7).buffer),
    Buffer.from([2]),
    Buffer.alloc(block - 7 - 3, 46),
  ])
  const whole = Buffer.concat([first, Buffer.from('Gat'), Buffer.from([0, 0, 0, 0, 2, 0, 4]), Buffer.from('e1')])
  expect(contentOfLog(whole).toString()).toMatch(/\.Gate1$/)
})
