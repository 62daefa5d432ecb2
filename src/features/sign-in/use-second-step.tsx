import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { imageCodeFields } from '#contract/calls/account/dynamic-code.ts'
import type { LoginType } from '#contract/calls/account/mfa.ts'
import { codesOf } from '#contract/errors.ts'
import { appCode, emailCode } from '#contract/rules.ts'
import { askCore } from '../../data/core/core.ts'
import { sendSignInCode } from '../../data/person/sign-in-steps.ts'
import { isImageCodeFault, useImageCode } from '../../data/person/use-image-code.ts'
import { sendingAfter, type CodeSending } from '../../lib/code-sending.ts'
import { type Fault, faultOf } from '../../lib/fault.ts'
import { noDigits } from '../../ui/form/code-boxes.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { errorText, sendFailedText } from '../../ui/text/error-text.ts'
import { failureText } from './failure-text.tsx'

export interface SecondStepProps {
  who: { loginName: string; password: string }
  types: LoginType[]
  /** Each attempt needs an image code too, since there were wrong ones before. */
  needsImageCode: boolean
  /** The dialog is to be closed; `fault` is one that another code cannot mend. */
  onLeave: (fault?: Fault) => void
}

/** Locked; password changed meanwhile; not activated; frozen; no second step of this kind any more. */
const endings = codesOf('sign-in-locked', 'wrong-user-or-password', 'account-not-activated', 'account-frozen', 'second-step-failed')

/** What the second step is made with. */
export type Way = 'e-mail' | 'app' | 'recovery'
const codes = { 'e-mail': emailCode, app: appCode, recovery: z.string().check(z.trim(), z.minLength(1)) }
const imgCode = z.optional(imageCodeFields.imgCode)
const fieldOfError = {
  'image-code-wrong': 'imgCode',
  'image-code-needed': 'imgCode',
  'graphic-code-wrong': 'imgCode',
  'graphic-code-expired': 'imgCode',
  'graphic-code-required': 'imgCode',
  'code-expired': 'code',
  'email-code-wrong': 'code',
  'authenticator-code-wrong': 'code',
  'code-wrong': 'code',
  'code-used': 'code',
} as const

/** The second step of a sign-in: sends its code by e-mail, and tries the code that was typed. */
export function useSecondStep({ who, needsImageCode, onLeave }: SecondStepProps, way: Way) {
  const [sending, setSending] = useState<CodeSending>({ kind: 'unset' })
  const [sentTo, setSentTo] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const image = useImageCode(noPicture)
  const typedFor = (text: string) => ({ imgCode: image.picture && text.trim() })
  const step = useForm({
    // The digits are the code as its boxes show it.
    initial: { code: '', digits: noDigits, imgCode: '' },
    schema: z.object({ code: codes[way], imgCode }),
    input: ({ code, imgCode }) => ({ code, ...typedFor(imgCode) }),
    words: way === 'recovery' ? { code: <Trans>Enter one of your recovery codes.</Trans> } : {},
    fieldOfError,
    textOf: failureText,
    send: ({ code, imgCode }) => {
      const loginTypeEnum = way === 'e-mail' ? 'DYNAMIC_CODE' : 'OTP'
      return tried(askCore('signIn', { ...who, ...image.proof(imgCode), loginTypeEnum, dynamicCode: code }))
    },
  })
  const begin = useEffectEvent(() => void (needsImageCode && image.refresh()))
  useEffect(() => begin(), [])

  function noPicture(fault: Fault): void {
    step.refuse({ form: errorText(fault) })
  }

  function forgetCode(): void {
    step.set('digits', noDigits)
    step.set('code', '')
  }

  async function anotherPicture(): Promise<void> {
    step.set('imgCode', '')
    await image.refresh()
  }

  /** What another code cannot mend closes the dialog, and nothing comes of the work; what it can mend the form says. */
  async function tried<T>(work: Promise<T>): Promise<T | undefined> {
    const fault = await faultOf(work)
    if (fault && endings.has(fault.code)) {
      onLeave(fault)
      return undefined
    }
    if (fault) {
      setSending((before) => sendingAfter(fault) ?? before)
      if (way === 'app') forgetCode()
      if (image.picture || fault.detail.imageCodeNeeded || isImageCodeFault(fault.code)) await anotherPicture()
    }
    return work
  }

  /** Answers whether a code is on its way. */
  async function ask(): Promise<boolean> {
    const typed = step.check(z.object({ imgCode }), typedFor(step.values.imgCode))
    if (typed === undefined) return false
    setAsking(true)
    const work = async () => {
      const sent = await tried(sendSignInCode({ ...who, ...image.proof(typed.imgCode) }))
      if (sent === undefined) return
      setSentTo(sent.maskedEmail)
      setSending({ kind: 'sent', againAtMs: Date.now() + sent.resendAfterMs, isOnItsWay: sent.isOnItsWay })
      if (image.picture) await anotherPicture()
    }
    return step.attempt(work, (fault) => failureText(fault, sendFailedText)).finally(() => setAsking(false))
  }

  return { ...step, image, anotherPicture, forgetCode, sending, sentTo, isAsking, ask }
}

export type SecondStep = ReturnType<typeof useSecondStep>
