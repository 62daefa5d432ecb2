import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { imageCodeFields, loginName } from '#contract/calls/account/dynamic-code.ts'
import { emailCode, newPassword } from '#contract/rules.ts'
import { resetPassword, sendResetCode } from '../../data/person/sign-in-steps.ts'
import { useMailedCode } from '../../data/person/use-mailed-code.ts'
import buttons from '../../ui/controls/button.module.css'
import classes from '../../ui/page/entrance.module.css'
import { sendFailedText } from '../../ui/text/error-text.ts'
import { Field } from '../../ui/form/field.tsx'
import { MailedCodeFields } from '../../ui/form/mailed-code-fields.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const beforeSending = z.object({ loginName, imgCode: imageCodeFields.imgCode })
const schema = z.intersection(z.object({ loginName, dynamicCode: emailCode }), newPassword)

/** Sends a code to the address of the account, and sets a new password with it. `onDone` hears the name whose password it is. */
export function ResetPassword({ userId = '', onDone }: { userId?: string | undefined; onDone: (name: string) => void }) {
  const { t } = useLingui()
  const fields = useForm({
    initial: { loginName: userId, imgCode: '', dynamicCode: '', password: '', repeated: '' },
    schema,
    fieldOfError: { 'code-expired': 'dynamicCode', 'email-code-wrong': 'dynamicCode', 'code-used': 'dynamicCode' },
    isFocused: true,
    send: async ({ loginName, dynamicCode, password }) => {
      await resetPassword({ loginName, dynamicCode, password })
      say('done', t`The new password is set. Sign in with it.`)
      onDone(values.loginName.trim())
    },
  })
  const { form, values, trouble, isBusy, set, check, refuse, field } = fields
  const mailed = useMailedCode({
    imgCode: values.imgCode,
    mayAsk: () => check(beforeSending) !== undefined,
    ask: (proof) => sendResetCode({ loginName: values.loginName, ...proof }),
    onAnotherPicture: () => set('imgCode', ''),
    onTrouble: (at, error) => refuse({ [at]: sendFailedText(error) }),
  })
  return (
    <>
      <p className={classes['subtitle']}>
        <Trans>We send a code to the e-mail address of your account.</Trans>
      </p>
      <form className={classes['form']} {...form}>
        <Field label={t`User name`} autoComplete="username" autoCapitalize="none" spellCheck={false} {...field('loginName')} />
        <MailedCodeFields fields={fields} mailed={mailed} />
        <PasswordField label={t`New password`} purpose="new-password" {...field('password')} />
        <PasswordField label={t`New password, once more`} purpose="new-password" {...field('repeated')} />
        <TroubleLine text={trouble.form} />
        <button type="submit" className={buttons['main']} aria-busy={isBusy}>
          <Trans>Set the new password</Trans>
        </button>
      </form>
    </>
  )
}
