import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { passwordChange } from '#contract/calls/account/password-update.ts'
import { codeOf } from '#contract/errors.ts'
import { changePassword } from '../../data/person/account.ts'
import type { Fault } from '../../lib/fault.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordInput } from '../../ui/controls/password-input.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { countdownText } from '../../ui/text/time-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'

const repeated = z
  .object({ newPassword: z.string(), again: z.string() })
  .check(z.refine(({ newPassword, again }) => again === newPassword, { path: ['again'], when: () => true }))
const schema = z.intersection(passwordChange, repeated)

/** Changes the password; whoever is signed in elsewhere must sign in again. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy } = useForm({
    initial: { oldPassword: '', newPassword: '', again: '' },
    schema,
    words: { again: <Trans>This is not the same as the new password.</Trans> },
    fieldOfError: { 'old-password-wrong': 'oldPassword', 'password-unchanged': 'newPassword' },
    textOf: refusal,
    send: async ({ oldPassword, newPassword }) => {
      await changePassword({ oldPassword, newPassword })
      say('done', t`Your password is changed. You were signed out everywhere else.`)
      onClose()
    },
  })
  const reveal = { visibilityToggleButtonProps: { 'aria-label': t`Show or hide the password`, tabIndex: 0 } }

  return (
    <Dialog title={<Trans>Change password</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <PasswordInput label={t`Old password`} autoComplete="current-password" autoFocus {...reveal} {...field('oldPassword')} />
        <PasswordInput
          label={t`New password`}
          description={t`8 to 16 characters, of at least two kinds: digits, capital letters, small letters, other characters.`}
          autoComplete="new-password"
          {...reveal}
          {...field('newPassword')}
        />
        <PasswordInput label={t`New password once more`} autoComplete="new-password" {...reveal} {...field('again')} />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            <Trans>Change password</Trans>
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}

function refusal(fault: Fault): ReactNode {
  const { attemptsLeft = 0, lockedForMs } = fault.detail
  const time = countdownText(lockedForMs ?? 0)
  if (fault.code === codeOf('sign-in-locked')) return <Trans>Too many wrong attempts. Try again in {time}.</Trans>
  if (fault.code !== codeOf('old-password-wrong')) return errorText(fault)
  return (
    <Plural value={attemptsLeft} one="The old password is wrong. # attempt left." other="The old password is wrong. # attempts left." />
  )
}
