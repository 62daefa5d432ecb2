import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { codeOf } from '#contract/errors.ts'
import type { Fault } from '../../lib/fault.ts'
import { errorText } from './error-text.ts'
import { countdownText } from './time-text.ts'

const TOO_SOON = codeOf('too-frequent')

/** The sentence for an error of sending an invitation once more. */
export function sendAgainText(fault: Fault): string {
  if (fault.code !== TOO_SOON) return errorText(fault)
  const wait = countdownText(fault.detail.retryAfterMs ?? 0)
  return i18n._(msg`An e-mail was sent just now. The next one can be sent in ${wait}.`)
}
