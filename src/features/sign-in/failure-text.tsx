import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CallError } from '../../data/core/call-error.ts'
import { errorText } from '../../ui/text/error-text.ts'

/** What went wrong, with the attempts that are left before the lock. */
export function failureText(error: CallError): ReactNode {
  const left = error.detail.attemptsLeft
  if (left === undefined) return errorText(error)
  return (
    <>
      {errorText(error)} <Plural value={left} one="# attempt left." other="# attempts left." />
    </>
  )
}
