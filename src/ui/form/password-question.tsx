import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import { codeOf, type ErrorDetail } from '#contract/errors.ts'
import { Button } from '../controls/button.tsx'
import { PasswordInput } from '../controls/password-input.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { errorText } from '../text/error-text.ts'
import { countdownText } from '../text/time-text.ts'
import forms from './form.module.css'

const WRONG_PASSWORD = codeOf('old-password-wrong')
const LOCKED = codeOf('sign-in-locked')

/** An error of a call, as whoever asks has it. */
interface Fault {
  code: number
  message: string
  detail: ErrorDetail
}

function isFault(error: unknown): error is Fault {
  return error instanceof Error && 'code' in error && typeof error.code === 'number'
}

interface PasswordQuestionProps {
  title: ReactNode
  children: ReactNode
  confirm: ReactNode
  isDanger?: boolean
  /** False while something else must be filled in first. */
  isReady?: boolean
  /** Does it with this password. What it fails with is said here; when it succeeds, it closes the dialog. */
  onConfirm: (password: string) => Promise<void>
  onClose: () => void
}

/** Asks for one's own password once more before something that matters, and stays until it was done. */
export function PasswordQuestion({ title, children, confirm, isDanger, isReady = true, onConfirm, onClose }: PasswordQuestionProps) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [trouble, setTrouble] = useState<{ field?: ReactNode; form?: ReactNode }>({})
  const [isBusy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    if (password === '') return setTrouble({ field: <Trans>Enter your password.</Trans> })
    setBusy(true)
    setTrouble({})
    try {
      await onConfirm(password)
    } catch (error) {
      if (!isFault(error)) throw error
      setTrouble(troubleOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className={forms['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        <div className={forms['text']}>{children}</div>
        <PasswordInput
          label={t`Your password`}
          autoComplete="current-password"
          autoFocus
          value={password}
          error={trouble.field}
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {trouble.form && (
          <p className={forms['trouble']} role="alert">
            {trouble.form}
          </p>
        )}
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" className={isDanger ? forms['danger'] : undefined} disabled={!isReady} loading={isBusy}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function troubleOf(error: Fault): { field?: ReactNode; form?: ReactNode } {
  const { attemptsLeft, lockedForMs } = error.detail
  if (error.code === LOCKED) {
    const time = countdownText(lockedForMs ?? 0)
    return { form: <Trans>Too many wrong attempts. Try again in {time}.</Trans> }
  }
  if (error.code !== WRONG_PASSWORD) return { form: errorText(error) }
  if (attemptsLeft === undefined) return { field: <Trans>The password is wrong.</Trans> }
  return {
    field: <Plural value={attemptsLeft} one="The password is wrong. # attempt left." other="The password is wrong. # attempts left." />,
  }
}
