import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { imageCodeFields } from '#contract/calls/account/dynamic-code.ts'
import type { LoginType } from '#contract/calls/account/mfa.ts'
import { codeOf } from '#contract/errors.ts'
import { askCore } from '../../data/core/core.ts'
import { isImageCodeFault, useImageCode } from '../../data/person/use-image-code.ts'
import { type Fault, faultOf } from '../../lib/fault.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { failureText } from './failure-text.tsx'

type Next =
  /** `untilMs` by this machine's clock. */
  | { kind: 'locked'; untilMs: number }
  /** The password was right; now one of these is needed. */
  | { kind: 'second-step'; who: { loginName: string; password: string }; types: LoginType[]; needsImageCode: boolean }

const LOCKED = codeOf('sign-in-locked')
const SECOND_STEP = codeOf('second-step-failed')
const loginTypes: readonly LoginType[] = ['OTP', 'DYNAMIC_CODE']
/** What has to be filled in; what may stand there the service knows. */
const schema = z.object({
  loginName: z.string().check(z.trim(), z.minLength(1)),
  password: z.string().check(z.minLength(1)),
  imgCode: z.optional(imageCodeFields.imgCode),
})
const words = {
  loginName: <Trans>Enter your user name.</Trans>,
  password: <Trans>Enter your password.</Trans>,
  imgCode: <Trans>Enter the characters in the picture.</Trans>,
}
const fieldOfError = {
  'wrong-user-or-password': 'password',
  'account-not-activated': 'loginName',
  'account-frozen': 'loginName',
  'image-code-wrong': 'imgCode',
  'image-code-needed': 'imgCode',
  'code-expired': 'imgCode',
  'graphic-code-wrong': 'imgCode',
  'graphic-code-expired': 'imgCode',
  'graphic-code-required': 'imgCode',
} as const

/** Signing in as the page sees it: an image code when the service asks for one, what is locked, and a second step. */
export function useSignIn(userId: string) {
  const [next, setNext] = useState<Next>()
  const image = useImageCode(noPicture)
  const form = useForm({
    initial: { loginName: userId, password: '', imgCode: '' },
    schema,
    input: ({ loginName, password, imgCode }) => ({ loginName, password, imgCode: image.picture && imgCode.trim() }),
    words,
    fieldOfError,
    textOf: failureText,
    send: async ({ loginName, password, imgCode }) => {
      const who = { loginName, password }
      const fault = await faultOf(askCore('signIn', { ...who, ...image.proof(imgCode) }))
      if (fault === undefined) return
      const types = loginTypes.filter((type) => fault.detail.mfaTypes?.includes(type))
      if (fault.code !== SECOND_STEP || types.length === 0) return fail(fault)
      // What was wrong before is not forgiven by the password alone.
      setNext({ kind: 'second-step', who, types, needsImageCode: image.picture !== undefined })
    },
  })

  function noPicture(fault: Fault): void {
    form.fail(fault)
  }

  /** A picture is good for one attempt. */
  function anotherPicture(): void {
    form.set('imgCode', '')
    void image.refresh()
  }

  /** Says why an attempt, or its second step, came to nothing. */
  function fail(fault: Fault): void {
    const { code, detail } = fault
    if (image.picture || detail.imageCodeNeeded || isImageCodeFault(code)) anotherPicture()
    if (code === LOCKED) return setNext({ kind: 'locked', untilMs: Date.now() + (detail.lockedForMs ?? 0) })
    setNext(undefined)
    form.fail(fault)
  }

  /** The dialog of the second step is gone: with an error that belongs to the form, or because the person closed it. */
  function leaveSecondStep(fault?: Fault): void {
    if (fault !== undefined) return fail(fault)
    setNext(undefined)
    if (image.picture) anotherPicture()
  }

  return { ...form, next, picture: image.picture, anotherPicture, leaveSecondStep, forget: () => setNext(undefined) }
}
