import { useState, type ComponentProps } from 'react'
import { loginType, type LoginType } from '#contract/calls/account/mfa.ts'
import { codeOf } from '#contract/errors.ts'
import type { ShownSelf } from '../../data/person/mfa.ts'
import { faultOf } from '../../lib/fault.ts'
import { PasswordQuestion } from '../../ui/form/password-question.tsx'
import { OwnCodeQuestion } from './own-code-question.tsx'

const SECOND_STEP_MISSING = codeOf('second-step-failed')

type SelfQuestionProps = Omit<ComponentProps<typeof PasswordQuestion>, 'onConfirm'> & {
  /** Does it, with what was shown. Asked once more, with a code, when the service wants a second step too. */
  onConfirm: (shown: ShownSelf) => Promise<void>
}

/** Asks for one's own password before something that matters, and for the second step too where one's sign-in has one. */
export function SelfQuestion({ onConfirm, ...question }: SelfQuestionProps) {
  const [asked, setAsked] = useState<{ password: string; types: readonly LoginType[] }>()
  async function confirm(password: string) {
    const work = onConfirm({ password })
    const fault = await faultOf(work)
    const types = loginType.options.filter((type) => fault?.detail.mfaTypes?.includes(type))
    if (fault?.code === SECOND_STEP_MISSING && types.length > 0) setAsked({ password, types })
    else await work
  }
  if (asked === undefined) return <PasswordQuestion {...question} onConfirm={confirm} />
  return <OwnCodeQuestion {...question} {...asked} onConfirm={onConfirm} />
}
