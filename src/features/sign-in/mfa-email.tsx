import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { EmailCodeField } from '../../ui/form/email-code-field.tsx'
import forms from '../../ui/form/form.module.css'
import { StepFoot } from './step-foot.tsx'
import type { SecondStep } from './use-second-step.tsx'

/** Sends a code by e-mail and asks for it. */
export function MfaEmail({ second, onBack }: { second: SecondStep; onBack: (() => void) | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const { form, values, set, trouble, sending, sentTo, isAsking, ask } = second
  const { ref } = form

  useEffect(() => ref.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [ref])

  async function onSend() {
    if (await ask()) input.current?.focus()
  }
  return (
    <form className={forms['form']} {...form}>
      <p className={forms['text']} role="status">
        {sentTo === undefined ? (
          <Trans>We send a code to the e-mail address of your account.</Trans>
        ) : (
          <Trans>A code is on its way to {sentTo}. It is good for 10 minutes.</Trans>
        )}
      </p>
      <EmailCodeField
        inputRef={input}
        value={values.code}
        error={trouble.code}
        sending={sending}
        isBusy={isAsking}
        onChange={(code) => set('code', code)}
        onSend={() => void onSend()}
      />
      <StepFoot second={second} onBack={onBack} />
    </form>
  )
}
