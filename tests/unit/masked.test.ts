import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskEmail, maskIdNumber, maskName, maskPhone, namesFor } from '#contract/masked.ts'
import { maskDetail } from '#server/access/mask-detail.ts'

const word = fc.stringMatching(/^[a-z0-9.]{4,12}$/)
const address = fc.tuple(word, word).map(([name, host]) => `q${name}@${host}.example`)

describe('an address', () => {
  it.each([
    ['marit@harbor.example', 'm***@harbor.example'],
    ['李文@harbor.example', '李***@harbor.example'],
    ['𠮷野@harbor.example', '𠮷***@harbor.example'],
    ['@harbor.example', '***'],
    ['no address', '***'],
    ['', '***'],
  ])('%s is shown as %s', (email, shown) => expect(maskEmail(email)).toBe(shown))

  it('never shows what stands before its @, and masked again stays as it is', () => {
    fc.assert(
      fc.property(address, (email) => {
        const masked = maskEmail(email)
        const name = email.slice(0, email.indexOf('@'))
        expect(masked.slice(0, masked.indexOf('@'))).toBe('q***')
        expect(masked).not.toContain(`${name}@`)
        expect(maskEmail(masked)).toBe(masked)
      }),
    )
  })
})

describe('a telephone number', () => {
  it.each([
    ['+31 6 1234 5678', '***78'],
    ['12345', '***'],
    ['', ''],
  ])('%s is shown as %s', (phone, shown) => expect(maskPhone(phone)).toBe(shown))

  it('shows two of its digits at most', () => {
    fc.assert(fc.property(fc.stringMatching(/^\+?[0-9 ()-]{1,24}$/), (phone) => maskPhone(phone).replaceAll(/\D/g, '').length <= 2))
  })
})

describe('the number of a document', () => {
  it.each([
    ['XD57031402', '***02'],
    ['HL-40', '***'],
  ])('%s is shown as %s', (idNumber, shown) => expect(maskIdNumber(idNumber)).toBe(shown))
})

describe('a name', () => {
  it.each([
    ['Marit de Vries', 'Marit de Vries'],
    ['张伟', '张伟'],
    ['Gate 1234', 'Gate 1234'],
    ['12345', '12345'],
    ['marit@harbor.example', 'm***@harbor.example'],
    ['Marit (marit@harbor.example)', 'Marit (m***@harbor.example)'],
    ['+31 6 12345678', '***78'],
  ])('%s is shown as %s', (name, shown) => expect(maskName(name)).toBe(shown))

  it('never shows an address that stands in it', () => {
    fc.assert(
      fc.property(fc.string(), address, fc.string(), (before, email, after) => {
        expect(maskName(`${before} ${email} ${after}`)).not.toContain(email)
      }),
    )
  })
})

describe('the trail’s details', () => {
  it('keep their shape and lose addresses and telephone numbers, also when they were cut off', () => {
    const text = JSON.stringify({ email: 'jo@partner.example', phone: '+31 6 12345678', chlIndex: 123_456, alias: 'Jo' })
    expect(JSON.parse(maskDetail(text))).toEqual({ email: 'j***@partner.example', phone: '***78', chlIndex: 123_456, alias: 'Jo' })
    expect(maskDetail(text.slice(0, text.indexOf('5678')))).not.toMatch(/1234|jo@/)
  })
})

describe('names', () => {
  const email = 'jo@partner.example'
  const shown = (...of: Parameters<typeof namesFor>) => namesFor(...of).email(email)
  it('are whole for the person and for administrators, and masked for all others', () => {
    expect(shown({ userId: 'jo', role: 'live-only' }, 'jo')).toBe(email)
    expect(shown({ userId: 'ann', role: 'administrator' }, 'jo')).toBe(email)
    expect(shown({ userId: 'ann', role: 'administrator' })).toBe(email)
    for (const role of ['site-administrator', 'site-operator', 'live-only', 'no-authority'])
      expect(shown({ userId: 'ann', role }, 'jo')).toBe('j***@partner.example')
    expect(shown({ userId: 'ann', role: 'administrator', remoteAccessId: 'one' }, 'jo')).toBe('j***@partner.example')
    expect(shown(undefined, 'jo')).toBe('j***@partner.example')
    expect(shown({ userId: 'ann', role: 'live-only' })).toBe('j***@partner.example')
    expect(shown({ userId: 'ann', role: 'live-only' }, null)).toBe('j***@partner.example')
  })
})
