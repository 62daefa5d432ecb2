import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSealed, Sealer } from '#server/runtime/sealer.ts'

const sealer = new Sealer(randomBytes(32))

test('a sealed secret opens for its owner, and shows nothing of itself', () => {
  const sealed = sealer.seal('JBSWY3DPEHPK3PXP', 'harbor-guard')
  expect(isSealed(sealed)).toBe(true)
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(sealer.open(sealed, 'harbor-guard')).toBe('JBSWY3DPEHPK3PXP')
  expect(sealer.seal('JBSWY3DPEHPK3PXP', 'harbor-guard')).not.toBe(sealed)
})

test('a sealed secret does not open for another owner, with another key, changed, or when it never was sealed', () => {
  const sealed = sealer.seal('JBSWY3DPEHPK3PXP', 'harbor-guard')
  expect(() => sealer.open(sealed, 'harbor-admin')).toThrow()
  expect(() => new Sealer(randomBytes(32)).open(sealed, 'harbor-guard')).toThrow()
  const changed = `${sealed.slice(0, -10)}${sealed.at(-10) === 'A' ? 'B' : 'A'}${sealed.slice(-9)}`
  expect(() => sealer.open(changed, 'harbor-guard')).toThrow()
  expect(() => sealer.open('JBSWY3DPEHPK3PXP', 'harbor-guard')).toThrow('A secret is not sealed')
})
