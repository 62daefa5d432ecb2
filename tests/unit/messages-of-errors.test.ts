import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { announce, onCallError } from '#src/data/core/announce.ts'
import { CallError } from '#src/data/core/call-error.ts'
import { errorText } from '#src/ui/text/error-text.ts'
import { say, toasts } from '#src/ui/notice/toast-store.ts'

const silentCodes = Object.values(errors).flatMap(({ code, kind }) => (kind === 'silent' ? [code] : []))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('an error that was announced', () => {
  let heard: number[]
  let stop: () => void
  beforeEach(() => {
    vi.advanceTimersByTime(2_000)
    heard = []
    stop = onCallError(({ code }) => heard.push(code))
  })
  afterEach(() => stop())

  it('is heard once in 2 s, however many calls it met', () => {
    for (let calls = 0; calls < 3; calls += 1) announce(new CallError(5000, ''))
    announce(new CallError(12344, ''))
    expect(heard).toEqual([5000, 12344])
    vi.advanceTimersByTime(2_000)
    announce(new CallError(5000, ''))
    expect(heard).toEqual([5000, 12344, 5000])
  })

  it('is not heard when it ends the session: the sign-in page says that', () => {
    for (const code of [7088, 10002, 123456]) announce(new CallError(code, ''))
    expect(heard).toEqual([])
  })

  it('is heard when it is a status of HTTP, also where the same code of the service is silent', () => {
    for (const code of [401, 403, 404, 408, 500, 501, 502, 503, 504]) announce(new CallError(code, '', { httpStatus: code }))
    expect(heard).toEqual([401, 403, 404, 408, 500, 501, 502, 503, 504])
  })

  it('is heard when only the service knows it', () => {
    announce(new CallError(99_999, 'The licence is used up.'))
    expect(heard).toEqual([99_999])
  })
})

it('a message stands for 2 s', () => {
  say('error', 'No right.')
  vi.advanceTimersByTime(1_999)
  expect(toasts.list.map(({ text }) => text)).toEqual(['No right.'])
  vi.advanceTimersByTime(1)
  expect(toasts.list).toEqual([])
})

it('a silent code is said for 2 s in our own sentence, never in the words of the service', () => {
  i18n.load('en-US', {})
  i18n.activate('en-US')
  // The same codes were announced above, some moments ago.
  vi.advanceTimersByTime(10_000)
  const stop = onCallError((error) => say('error', errorText(error)))
  for (const code of silentCodes) {
    announce(new CallError(code, 'SELECT failed'))
    expect(toasts.list, String(code)).toHaveLength(1)
    expect(toasts.list[0]?.text, String(code)).toMatch(/^[A-Z][^{}]+\.$/)
    expect(toasts.list[0]?.text, String(code)).not.toContain('SELECT')
    vi.advanceTimersByTime(2_000)
    expect(toasts.list, String(code)).toEqual([])
  }
  stop()
})
