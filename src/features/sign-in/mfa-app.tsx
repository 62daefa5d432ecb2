import { Trans, useLingui } from '@lingui/react/macro'
import { lengths } from '#contract/limits.ts'
import { CodeBoxes, codeFrom } from '../../ui/form/code-boxes.tsx'
import entrance from '../../ui/page/entrance.module.css'
import { Field } from '../../ui/form/field.tsx'
import forms from '../../ui/form/form.module.css'
import { StepFoot } from './step-foot.tsx'
import type { SecondStep } from './use-second-step.tsx'

interface AppProps {
  second: SecondStep
  isRecovery: boolean
  /** With a recovery code instead of the app, and back. */
  onOther: () => void
  onBack: (() => void) | undefined
}

/** Asks for the code of an authenticator app, or for one of the recovery codes of whoever has lost it. */
export function MfaApp({ second, isRecovery, onOther, onBack }: AppProps) {
  const { t } = useLingui()
  const { form, field, values, set, trouble } = second
  return (
    <form className={forms['form']} {...form}>
      {isRecovery ? (
        <Field
          label={t`Recovery code`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          maxLength={lengths.loginCode}
          {...field('code')}
          name="recovery-code"
        />
      ) : (
        <CodeBoxes
          label={t`Code that your authenticator app shows now`}
          digits={values.digits}
          error={trouble.code}
          autoFocus
          onChange={(digits) => {
            set('digits', digits)
            set('code', codeFrom(digits))
          }}
        />
      )}
      <button type="button" className={entrance['way']} onClick={onOther}>
        {isRecovery ? <Trans>Use the app instead</Trans> : <Trans>I do not have my telephone: use a recovery code</Trans>}
      </button>
      <StepFoot second={second} onBack={onBack} />
    </form>
  )
}
