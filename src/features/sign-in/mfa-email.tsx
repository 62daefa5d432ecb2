import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { emailCode } from '#contract/rules.ts'
import { EmailCodeField } from '../../ui/form/email-code-field.tsx'
import forms from '../../ui/form/form.module.css'
import { wrongFields } from '../../ui/text/rule-text.ts'
import { StepFoot } from './step-foot.tsx'
import type { SecondStep } from './use-second-step.ts'

const schema = z.object({ code: emailCode })

/** Sends a code by e-mail and asks for it. */
export function MfaEmail({ second, onBack }: { second: SecondStep; onBack: (() => void) | undefined }) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<ReactNode>()
  const input = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { trouble, busy, sending, sentTo, send, submit } = second

  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong, trouble])

  async function onSend() {
    if (await send()) input.current?.focus()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const found = wrongFields(schema, { code })
    setWrong(found?.code)
    if (found === undefined) void submit('DYNAMIC_CODE', code)
  }
  return (
    <form ref={form} className={forms['form']} onSubmit={onSubmit} noValidate>
      <p className={forms['text']} role="status">
        {sentTo === undefined ? (
          <Trans>We send a code to the e-mail address of your account.</Trans>
        ) : (
          <Trans>A code is on its way to {sentTo}. It is good for 10 minutes.</Trans>
        )}
      </p>
      <EmailCodeField
        inputRef={input}
        value={code}
        error={wrong ?? (trouble?.at === 'code' ? trouble.text : undefined)}
        sending={sending}
        isBusy={busy === 'sending'}
        onChange={(next) => {
          setCode(next)
          setWrong(undefined)
        }}
        onSend={() => void onSend()}
      />
      <StepFoot second={second} onBack={onBack} />
    </form>
  )
}
