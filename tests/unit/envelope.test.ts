import { describe, expect, test } from 'vitest'
import { readReply, readRequest, readTokenHeader, writeFailure, writeSuccess, writeTokenHeader } from '#contract/envelope.ts'
import { registry } from '#contract/registry.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { name, passwordRule } from '#contract/rules.ts'
import { writeRequest } from '#contract/write-request.ts'

const options = { id: 'id-1', nonce: 'nonce-1', nowMs: 1_700_000_000_000 }
const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('the envelope', () => {
  test('carries a question, and no token', () => {
    const request = readRequest(JSON.parse(writeRequest({ sn: 'A' }, options)))
    expect(request).toEqual({
      basic: { ver: CONTRACT_VERSION, time: options.nowMs, id: 'id-1', nonce: 'nonce-1', token: '' },
      data: { sn: 'A' },
    })
  })

  test.each([
    undefined,
    null,
    'x',
    1,
    [],
    {},
    { basic: {} },
    { basic: { ver: '1', time: '1', id: 'a', nonce: 'b' } },
    { basic: { ver: '1', time: 1, id: 'x'.repeat(65), nonce: 'b' } },
  ])('is not %o', (body) => {
    expect(readRequest(body)).toBeUndefined()
  })

  test('carries answers and failures', () => {
    expect(readReply(overWire(writeSuccess({ a: 1 })))).toEqual({ ok: true, data: { a: 1 } })
    expect(readReply(overWire(writeSuccess(undefined)))).toEqual({ ok: true, data: null })
    expect(readReply(overWire(writeFailure(20005, 'wrong', { attemptsLeft: 2 })))).toEqual({
      ok: false,
      code: 20005,
      message: 'wrong',
      detail: { attemptsLeft: 2 },
    })
    expect(readReply(overWire(writeFailure(1000, 'bad')))).toEqual({ ok: false, code: 1000, message: 'bad', detail: {} })
    expect(readReply({ basic: { code: 7009, msg: 'x' }, data: 'nonsense' })).toMatchObject({ ok: false, code: 7009, detail: {} })
    expect(readReply('<html>')).toBeUndefined()
  })

  test('has the token beside it, in a header', () => {
    expect(readTokenHeader(writeTokenHeader('abc'))).toBe('abc')
    for (const header of [undefined, '', 'abc', 'Basic abc']) expect(readTokenHeader(header)).toBeUndefined()
  })
})

describe('the registry', () => {
  test('has each path once', () => {
    const paths = Object.values(registry).map((call) => call.path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('never answers a change with a kept answer', () => {
    for (const call of Object.values(registry))
      if (call.changes === true) expect([call.path, call.offline]).not.toEqual([call.path, 'cache'])
  })
})

describe('rules', () => {
  test.each(['Abcdefg1', 'abcdefg1', '12345678!', 'ABCDEFGHabcdefgh'])('%s is a password', (password) => {
    expect(passwordRule.safeParse(password).success).toBe(true)
  })

  test.each(['Abcdef1', 'abcdefgh', '12345678', 'Abcdefg1#', 'Abcdefg1Abcdefg12', ''])('%s is not', (password) => {
    expect(passwordRule.safeParse(password).success).toBe(false)
  })

  test('names are trimmed, and have none of the forbidden characters', () => {
    expect(name(4).parse(' abc ')).toBe('abc')
    for (const bad of ['', '  ', 'abcde', ...Array.from('<>&,\'"/\\%:#', (character) => `a${character}`)])
      expect(name(4).safeParse(bad).success, bad).toBe(false)
  })
})
