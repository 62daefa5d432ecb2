import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { lengths } from '#contract/limits.ts'
import { appCode } from '#contract/rules.ts'
import { CodeBoxes, codeFrom, noDigits } from '../../ui/form/code-boxes.tsx'
import entrance from '../../ui/page/entrance.module.css'
import { Field } from '../../ui/form/field.tsx'
import forms from '../../ui/form/form.module.css'
import { wrongFields } from '../../ui/text/rule-text.ts'
import { StepFoot } from './step-foot.tsx'
import type { SecondStep } from './use-second-step.ts'

const schema = z.object({ code: appCode })

/** Asks for the code of an authenticator app, or for one of the recovery codes of whoever has lost it. */
export function MfaApp({ second, onBack }: { second: SecondStep; onBack: (() => void) | undefined }) {
  const { t } = useLingui()
  const [digits, setDigits] = useState(noDigits)
  const [recovery, setRecovery] = useState<string>()
  const [wrong, setWrong] = useState<ReactNode>()
  const form = useRef<HTMLFormElement>(null)
  const { trouble, submit } = second
  const error = wrong ?? (trouble?.at === 'code' ? trouble.text : undefined)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong, trouble])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (recovery !== undefined) {
      const isGiven = recovery.trim() !== ''
      setWrong(isGiven ? undefined : <Trans>Enter one of your recovery codes.</Trans>)
      if (isGiven) void submit('OTP', recovery.trim())
      return
    }
    const found = wrongFields(schema, { code: codeFrom(digits) })
    setWrong(found?.code)
    if (found === undefined) void submit('OTP', codeFrom(digits)).then((isDone) => isDone || setDigits(noDigits))
  }

  return (
    <form ref={form} className={forms['form']} onSubmit={onSubmit} noValidate>
      {recovery === undefined ? (
        <CodeBoxes
          label={t`Code that your authenticator app shows now`}
          digits={digits}
          error={error}
          autoFocus
          onChange={(next) => {
            setDigits(next)
            setWrong(undefined)
          }}
        />
      ) : (
        <Field
          label={t`Recovery code`}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          maxLength={lengths.loginCode}
          value={recovery}
          error={error}
          onChange={(event) => setRecovery(event.currentTarget.value)}
        />
      )}
      <button
        type="button"
        className={entrance['way']}
        onClick={() => {
          setRecovery(recovery === undefined ? '' : undefined)
          setWrong(undefined)
        }}
      >
        {recovery === undefined ? <Trans>I do not have my telephone: use a recovery code</Trans> : <Trans>Use the app instead</Trans>}
      </button>
      <StepFoot second={second} onBack={onBack} />
    </form>
  )
}
