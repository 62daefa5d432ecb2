import { useState } from 'react'
import { imageCodeFields } from '#contract/calls/account/dynamic-code.ts'
import type { LoginType } from '#contract/calls/account/mfa.ts'
import { login } from '#contract/calls/user/login.ts'
import { codeOf } from '#contract/errors.ts'
import { CallError } from '../../data/core/call-error.ts'
import { askCore } from '../../data/core/core.ts'
import { isImageCodeFault, useImageCode } from '../../data/person/use-image-code.ts'

export type Attempt =
  | { kind: 'ready' }
  | { kind: 'trying' }
  /** A field is empty. */
  | { kind: 'missing'; field: 'name' | 'password' | 'code' }
  | { kind: 'failed'; error: CallError }
  /** `untilMs` by this machine's clock. */
  | { kind: 'locked'; untilMs: number }
  /** The password was right; now one of these is needed. */
  | { kind: 'second-step'; who: { loginName: string; password: string }; types: LoginType[]; needsImageCode: boolean }

const LOCKED = codeOf('sign-in-locked')
const SECOND_STEP = codeOf('second-step-failed')
const loginTypes: readonly LoginType[] = ['OTP', 'DYNAMIC_CODE']

/** Signing in as the page sees it: one attempt at a time, an image code when the service asks for one, and a second step. */
export function useSignIn() {
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'ready' })
  const image = useImageCode((error) => setAttempt({ kind: 'failed', error }))

  /** Says why an attempt, or its second step, came to nothing. */
  async function fail(error: CallError): Promise<void> {
    const { code, detail } = error
    setAttempt(code === LOCKED ? { kind: 'locked', untilMs: Date.now() + (detail.lockedForMs ?? 0) } : { kind: 'failed', error })
    // A picture is good for one attempt.
    if (image.picture || detail.imageCodeNeeded || isImageCodeFault(code)) await image.refresh()
  }

  async function submit(input: { name: string; password: string }): Promise<void> {
    const who = { loginName: input.name.trim(), password: input.password }
    const missing = login.input.safeParse(who).error?.issues.find(({ message }) => message === 'required')
    if (missing) return setAttempt({ kind: 'missing', field: missing.path[0] === 'password' ? 'password' : 'name' })
    if (image.picture && !imageCodeFields.imgCode.safeParse(image.text.trim()).success)
      return setAttempt({ kind: 'missing', field: 'code' })
    setAttempt({ kind: 'trying' })
    try {
      await askCore('signIn', { ...who, ...image.proof })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const types = loginTypes.filter((type) => error.detail.mfaTypes?.includes(type))
      if (error.code !== SECOND_STEP || types.length === 0) return fail(error)
      // What was wrong before is not forgiven by the password alone.
      setAttempt({ kind: 'second-step', who, types, needsImageCode: image.picture !== undefined })
    }
  }

  /** The dialog of the second step is gone: with an error that belongs to the form, or because the person closed it. */
  async function leaveSecondStep(error?: CallError): Promise<void> {
    if (error !== undefined) return fail(error)
    setAttempt({ kind: 'ready' })
    if (image.picture) await image.refresh()
  }

  return { attempt, image, submit, leaveSecondStep, forget: () => setAttempt({ kind: 'ready' }) }
}
