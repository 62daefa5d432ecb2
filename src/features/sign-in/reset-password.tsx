import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { imageCodeFields, loginName } from '#contract/calls/account/dynamic-code.ts'
import { codesOf } from '#contract/errors.ts'
import { emailCode, newPassword } from '#contract/rules.ts'
import { CallError } from '../../data/core/call-error.ts'
import { resetPassword, sendResetCode } from '../../data/person/sign-in-steps.ts'
import { useMailedCode } from '../../data/person/use-mailed-code.ts'
import buttons from '../../ui/controls/button.module.css'
import classes from '../../ui/page/entrance.module.css'
import { errorText, sendFailedText } from '../../ui/text/error-text.ts'
import { Field } from '../../ui/form/field.tsx'
import { MailedCodeFields } from '../../ui/form/mailed-code-fields.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { useFields } from '../../ui/form/use-fields.ts'

const beforeSending = z.object({ loginName, imgCode: imageCodeFields.imgCode })
const codeFaults = codesOf('code-expired', 'email-code-wrong', 'code-used')

/** Sends a code to the address of the account, and sets a new password with it. `onDone` hears the name whose password it is. */
export function ResetPassword({ userId = '', onDone }: { userId?: string | undefined; onDone: (name: string) => void }) {
  const { t } = useLingui()
  const fields = useFields({
    loginName: userId,
    imgCode: '',
    dynamicCode: '',
    password: '',
    repeated: '',
  })
  const { form, values, trouble, set, check, refuse, field } = fields
  const [isSaving, setSaving] = useState(false)
  const mailed = useMailedCode({
    imgCode: values.imgCode,
    mayAsk: () => check(beforeSending),
    ask: (proof) => sendResetCode({ loginName: values.loginName, ...proof }),
    onAnotherPicture: () => set('imgCode', ''),
    onTrouble: (at, error) => refuse({ [at]: sendFailedText(error) }),
  })
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const isWhole = z.intersection(z.object({ loginName, dynamicCode: emailCode }), newPassword)
    if (isSaving || !check(isWhole)) return
    setSaving(true)
    try {
      await resetPassword({ loginName: values.loginName, dynamicCode: values.dynamicCode, password: values.password })
      say('done', t`The new password is set. Sign in with it.`)
      onDone(values.loginName.trim())
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refuse({ [codeFaults.has(error.code) ? 'dynamicCode' : 'form']: errorText(error) })
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <p className={classes['subtitle']}>
        <Trans>We send a code to the e-mail address of your account.</Trans>
      </p>
      <form ref={form} className={classes['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        <Field label={t`User name`} autoComplete="username" autoCapitalize="none" spellCheck={false} {...field('loginName')} />
        <MailedCodeFields fields={fields} mailed={mailed} />
        <PasswordField label={t`New password`} purpose="new-password" {...field('password')} />
        <PasswordField label={t`New password, once more`} purpose="new-password" {...field('repeated')} />
        {trouble.form && (
          <p className={classes['trouble']} role="alert">
            {trouble.form}
          </p>
        )}
        <button type="submit" className={buttons['main']} aria-busy={isSaving}>
          <Trans>Set the new password</Trans>
        </button>
      </form>
    </>
  )
}
