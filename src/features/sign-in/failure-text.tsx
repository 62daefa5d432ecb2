import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Fault } from '../../lib/fault.ts'
import { errorText } from '../../ui/text/error-text.ts'

/** What went wrong, with the attempts that are left before the lock. `textOf`: the sentence for the error itself. */
export function failureText(error: Fault, textOf: (error: Fault) => string = errorText): ReactNode {
  const left = error.detail.attemptsLeft
  if (left === undefined) return textOf(error)
  return (
    <>
      {textOf(error)} <Plural value={left} one="# attempt left." other="# attempts left." />
    </>
  )
}
