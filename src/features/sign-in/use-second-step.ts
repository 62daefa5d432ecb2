import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { imageCodeFields } from '#contract/calls/account/dynamic-code.ts'
import type { LoginType } from '#contract/calls/account/mfa.ts'
import { codesOf } from '#contract/errors.ts'
import { CallError } from '../../data/core/call-error.ts'
import { askCore } from '../../data/core/core.ts'
import { sendSignInCode } from '../../data/person/sign-in-steps.ts'
import { isImageCodeFault, useImageCode } from '../../data/person/use-image-code.ts'
import { sendingAfter, type CodeSending } from '../../lib/code-sending.ts'
import { errorText, sendFailedText } from '../../ui/text/error-text.ts'
import { wrongFields } from '../../ui/text/rule-text.ts'
import { failureText } from './failure-text.tsx'

export interface SecondStepProps {
  who: { loginName: string; password: string }
  types: LoginType[]
  /** Each attempt needs an image code too, since there were wrong ones before. */
  needsImageCode: boolean
  /** The dialog is to be closed; `error` is one that another code cannot mend. */
  onLeave: (error?: CallError) => void
}

/** Locked; password changed meanwhile; not activated; frozen; no second step of this kind any more. */
const endings = codesOf('sign-in-locked', 'wrong-user-or-password', 'account-not-activated', 'account-frozen', 'second-step-failed')

/** The code is wrong or no good any more: another one may be. */
const codeFaults = codesOf('code-expired', 'email-code-wrong', 'authenticator-code-wrong', 'code-wrong', 'code-used')

export type Trouble = { at: 'code' | 'image' | 'form'; text: ReactNode }

const imageSchema = z.object({ imgCode: imageCodeFields.imgCode })

function placeOf({ code }: CallError): Trouble['at'] {
  if (isImageCodeFault(code)) return 'image'
  return codeFaults.has(code) ? 'code' : 'form'
}

/** The second step of a sign-in: sends its code by e-mail, and tries the code that was typed. */
export function useSecondStep({ who, needsImageCode, onLeave }: SecondStepProps) {
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState<'sending' | 'trying'>()
  const [sending, setSending] = useState<CodeSending>({ kind: 'unset' })
  const [sentTo, setSentTo] = useState<string>()
  const image = useImageCode((error) => setTrouble({ at: 'form', text: errorText(error) }))
  const begin = useEffectEvent(() => void (needsImageCode && image.refresh()))
  useEffect(() => begin(), [])

  /** Does one thing at a time. Answers whether it succeeded; what failed is said, or closes the dialog. */
  async function attempt(what: 'sending' | 'trying', work: () => Promise<unknown>): Promise<boolean> {
    if (busy !== undefined) return false
    const wrong = image.picture && wrongFields(imageSchema, { imgCode: image.text.trim() })
    if (wrong) {
      setTrouble({ at: 'image', text: wrong.imgCode })
      return false
    }
    setBusy(what)
    setTrouble(undefined)
    try {
      await work()
      if (what === 'sending' && image.picture) await image.refresh()
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (endings.has(error.code)) {
        onLeave(error)
        return false
      }
      setSending((before) => sendingAfter(error) ?? before)
      if (image.picture || error.detail.imageCodeNeeded || isImageCodeFault(error.code)) await image.refresh()
      setTrouble({ at: placeOf(error), text: what === 'sending' ? failureText(error, sendFailedText) : failureText(error) })
      return false
    } finally {
      setBusy(undefined)
    }
  }

  function send(): Promise<boolean> {
    return attempt('sending', async () => {
      const { maskedEmail, resendAfterMs } = await sendSignInCode({ ...who, ...image.proof })
      setSentTo(maskedEmail)
      setSending({ kind: 'sent', againAtMs: Date.now() + resendAfterMs })
    })
  }

  function submit(loginTypeEnum: LoginType, dynamicCode: string): Promise<boolean> {
    return attempt('trying', () => askCore('signIn', { ...who, ...image.proof, loginTypeEnum, dynamicCode }))
  }

  return { trouble, busy, sending, sentTo, image, send, submit }
}

export type SecondStep = ReturnType<typeof useSecondStep>
