import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { codeOf } from '#contract/errors.ts'
import type { Fault } from '../../lib/fault.ts'
import { Button } from '../controls/button.tsx'
import { PasswordInput } from '../controls/password-input.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { errorText } from '../text/error-text.ts'
import { countdownText } from '../text/time-text.ts'
import { FormFoot } from './form-foot.tsx'
import forms from './form.module.css'
import { useForm } from './use-form.ts'

const WRONG_PASSWORD = codeOf('old-password-wrong')
const LOCKED = codeOf('sign-in-locked')
const schema = z.object({ password: z.string().check(z.minLength(1)) })

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
  const { form, field, trouble, isBusy } = useForm({
    initial: { password: '' },
    schema,
    words: { password: <Trans>Enter your password.</Trans> },
    fieldOfError: { 'old-password-wrong': 'password' },
    textOf: refusal,
    send: ({ password }) => onConfirm(password),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <div className={forms['text']}>{children}</div>
        <PasswordInput
          label={t`Your password`}
          autoComplete="current-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
          {...field('password')}
        />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <Button type="submit" className={isDanger ? forms['danger'] : undefined} disabled={!isReady} loading={isBusy}>
            {confirm}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}

function refusal(fault: Fault): ReactNode {
  const { attemptsLeft, lockedForMs } = fault.detail
  if (fault.code === LOCKED) {
    const time = countdownText(lockedForMs ?? 0)
    return <Trans>Too many wrong attempts. Try again in {time}.</Trans>
  }
  if (fault.code !== WRONG_PASSWORD) return errorText(fault)
  if (attemptsLeft === undefined) return <Trans>The password is wrong.</Trans>
  return <Plural value={attemptsLeft} one="The password is wrong. # attempt left." other="The password is wrong. # attempts left." />
}
