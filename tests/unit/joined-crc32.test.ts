import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinedCrc32 } from '#shared/proof/joined-crc32.ts'

test('the check of bytes that follow one another is made of those of its parts', () => {
  const bytes = fc.uint8Array({ maxLength: 5_000 })
  fc.assert(
    fc.property(bytes, bytes, (first, last) => {
      expect(joinedCrc32(crc32(first), crc32(last), last.byteLength)).toBe(crc32(Buffer.concat([first, last])))
    }),
  )
})
