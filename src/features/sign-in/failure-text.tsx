import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CallError } from '../../data/core/call-error.ts'
import { errorText } from '../../ui/text/error-text.ts'

/** What went wrong, with the attempts that are left before the lock. `textOf`: the sentence for the error itself. */
export function failureText(error: CallError, textOf = errorText): ReactNode {
  const left = error.detail.attemptsLeft
  if (left === undefined) return textOf(error)
  return (
    <>
      {textOf(error)} <Plural value={left} one="# attempt left." other="# attempts left." />
    </>
  )
}
