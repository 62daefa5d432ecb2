import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { Dialog } from '../../ui/controls/dialog.tsx'
import buttons from '../../ui/controls/button.module.css'
import forms from '../../ui/form/form.module.css'
import { MfaApp } from './mfa-app.tsx'
import { MfaEmail } from './mfa-email.tsx'
import classes from './mfa.module.css'
import { useSecondStep, type SecondStepProps } from './use-second-step.tsx'

/** Choosing a method, the code of an e-mail, the code of an app (rule 4.7). */
const steps = { method: 0, email: 1, app: 2 } as const
type Step = (typeof steps)[keyof typeof steps]

function firstStep(types: SecondStepProps['types']): Step {
  if (!types.includes('OTP')) return steps.email
  return types.length === 1 ? steps.app : steps.method
}

/** The second step of a sign-in. Without an app it goes straight to the e-mail. */
export function MfaDialog(props: SecondStepProps) {
  const { types, onLeave } = props
  const [step, setStep] = useState(firstStep(types))
  const [isRecovery, setRecovery] = useState(false)
  const second = useSecondStep(props, step === steps.email ? 'e-mail' : isRecovery ? 'recovery' : 'app')
  function go(to: Step, withRecovery = false) {
    setStep(to)
    setRecovery(withRecovery)
    second.forgetCode()
  }
  const onBack = types.length > 1 ? () => go(steps.method) : undefined
  return (
    <Dialog title={<Trans>Confirm that it is you</Trans>} onClose={() => onLeave()}>
      {step === steps.method && <Methods onChoose={(type) => go(type === 'OTP' ? steps.app : steps.email)} />}
      {step === steps.email && <MfaEmail second={second} onBack={onBack} />}
      {step === steps.app && <MfaApp second={second} isRecovery={isRecovery} onOther={() => go(steps.app, !isRecovery)} onBack={onBack} />}
    </Dialog>
  )
}

function Methods({ onChoose }: { onChoose: (type: 'OTP' | 'DYNAMIC_CODE') => void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<'OTP' | 'DYNAMIC_CODE'>()
  const [isMissing, setMissing] = useState(false)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (chosen === undefined) setMissing(true)
    else onChoose(chosen)
  }
  return (
    <form className={forms['form']} onSubmit={onSubmit} noValidate>
      <fieldset className={classes['methods']} aria-describedby={isMissing ? 'mfa-missing' : undefined}>
        <legend>
          <Trans>How do you want to confirm it?</Trans>
        </legend>
        <label className={classes['method']}>
          <input type="radio" name="method" autoFocus checked={chosen === 'OTP'} onChange={() => setChosen('OTP')} />
          <span>{t`With my authenticator app`}</span>
        </label>
        <label className={classes['method']}>
          <input type="radio" name="method" checked={chosen === 'DYNAMIC_CODE'} onChange={() => setChosen('DYNAMIC_CODE')} />
          <span>{t`With a code by e-mail`}</span>
        </label>
      </fieldset>
      {isMissing && chosen === undefined && (
        <p id="mfa-missing" className={classes['error']} role="alert">
          <Trans>Choose one of the two first.</Trans>
        </p>
      )}
      <div className={forms['buttons']}>
        <button type="submit" className={buttons['main']}>
          <Trans>Next</Trans>
        </button>
      </div>
    </form>
  )
}
