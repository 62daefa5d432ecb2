import { setupI18n, i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { streamFault } from '#contract/enums.ts'
import { errorText, errorTexts, faultTexts, sendFailedText } from '#src/ui/text/error-text.ts'

const codes: readonly number[] = Object.values(errors).map(({ code }) => code)

describe('texts of errors', () => {
  i18n.load('en-US', {})
  i18n.activate('en-US')

  it('has no sentence for codes that do not exist', () => {
    expect(new Set(Object.keys(errorTexts).map(Number))).toEqual(new Set(codes))
  })

  it('shows the message of the service for a code that it does not know, and a sentence when there is none', () => {
    expect(errorText({ code: 99_999, message: 'The licence is used up.' })).toBe('The licence is used up.')
    expect(errorText({ code: 99_999, message: '' })).toBe('Something went wrong. Try again.')
    expect(errorText({ code: 33_012, message: 'No such lens.' })).toMatch(/^The site or device/)
  })

  it('says of a code by e-mail that it could not be sent when nobody knows why, and why where it is known', () => {
    expect(sendFailedText({ code: 99_999, message: 'MTA 421' })).toBe('The code could not be sent. Try again.')
    expect(sendFailedText({ code: 33_012, message: 'No such lens.' })).toBe('The code could not be sent. Try again.')
    expect(sendFailedText({ code: 1024 })).toBe(errorText({ code: 1024 }))
    expect(sendFailedText({ code: 12_344 })).toBe('The service cannot be reached. Check the network.')
  })

  it('says why a stream does not show, for every fault', () => {
    const plain = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
    for (const fault of streamFault.options) expect(plain._(faultTexts[fault])).toMatch(/^[A-Z].+\.$/)
  })
})
