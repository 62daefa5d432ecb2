import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import { passwordChange } from '#contract/calls/account/password-update.ts'
import { codeOf } from '#contract/errors.ts'
import { changePassword } from '../../data/person/account.ts'
import { CallError } from '../../data/core/call-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordInput } from '../../ui/controls/password-input.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { wrongFields } from '../../ui/text/rule-text.ts'
import { countdownText } from '../../ui/text/time-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'

type Field = 'oldPassword' | 'newPassword' | 'again'
type Trouble = Partial<Record<Field | 'form', ReactNode>>

/** Changes the password; whoever is signed in elsewhere must sign in again. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [values, setValues] = useState<Record<Field, string>>({ oldPassword: '', newPassword: '', again: '' })
  const [trouble, setTrouble] = useState<Trouble>({})
  const [isBusy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const { again, ...input } = values
    const wrong = wrongFields(passwordChange, input)
    const isRepeated = again === input.newPassword
    setTrouble({ ...wrong, ...(!isRepeated && { again: <Trans>This is not the same as the new password.</Trans> }) })
    if (wrong !== undefined || !isRepeated) return
    setBusy(true)
    try {
      await changePassword(input)
      say('done', t`Your password is changed. You were signed out everywhere else.`)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble(refusal(error))
    } finally {
      setBusy(false)
    }
  }
  function field(name: Field, autoComplete: string) {
    return {
      value: values[name],
      error: trouble[name],
      autoComplete,
      visibilityToggleButtonProps: { 'aria-label': t`Show or hide the password`, tabIndex: 0 },
      onChange: (event: { currentTarget: { value: string } }) => {
        setValues({ ...values, [name]: event.currentTarget.value })
        setTrouble({ ...trouble, [name]: undefined })
      },
    }
  }

  return (
    <Dialog title={<Trans>Change password</Trans>} onClose={onClose}>
      <form className={forms['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        <PasswordInput label={t`Old password`} autoFocus {...field('oldPassword', 'current-password')} />
        <PasswordInput
          label={t`New password`}
          description={t`8 to 16 characters, of at least two kinds: digits, capital letters, small letters, other characters.`}
          {...field('newPassword', 'new-password')}
        />
        <PasswordInput label={t`New password once more`} {...field('again', 'new-password')} />
        {trouble.form && (
          <p className={forms['trouble']} role="alert">
            {trouble.form}
          </p>
        )}
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isBusy}>
            <Trans>Change password</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What the service refuses, beside its field. */
function refusal(error: CallError): Trouble {
  const { attemptsLeft, lockedForMs } = error.detail
  const time = countdownText(lockedForMs ?? 0)
  switch (error.code) {
    case codeOf('old-password-wrong'):
      return {
        oldPassword: (
          <Plural
            value={attemptsLeft ?? 0}
            one="The old password is wrong. # attempt left."
            other="The old password is wrong. # attempts left."
          />
        ),
      }
    case codeOf('sign-in-locked'):
      return { form: <Trans>Too many wrong attempts. Try again in {time}.</Trans> }
    case codeOf('password-unchanged'):
      return { newPassword: errorText(error) }
    default:
      return { form: errorText(error) }
  }
}
