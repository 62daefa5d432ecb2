import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { imageCodeFields } from '#contract/calls/account/dynamic-code.ts'
import { lengths } from '#contract/limits.ts'
import { email, emailCode, name, newPassword, personName } from '#contract/rules.ts'
import { registerOrganization, sendRegisterCode } from '../../data/person/joining.ts'
import { useMailedCode } from '../../data/person/use-mailed-code.ts'
import classes from '../../ui/page/entrance.module.css'
import { sendFailedText } from '../../ui/text/error-text.ts'
import { Field } from '../../ui/form/field.tsx'
import { shownLanguage } from '../../ui/text/i18n.ts'
import { MailedCodeFields } from '../../ui/form/mailed-code-fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFields, blankAccount, consent } from './account-fields.tsx'
import { JoinPage } from './join-page.tsx'
import own from './joining.module.css'
import { SignedInNote } from './signed-in-note.tsx'
import { useEnter } from './use-enter.ts'

const beforeSending = z.object({ email, imgCode: imageCodeFields.imgCode })
const schema = z.intersection(
  z.object({ email, dynamicCode: emailCode, organizationName: name(), alias: personName, ...consent }),
  newPassword,
)
/** Beside which field an error of the service is said; the rest goes to the foot of the form. */
const fieldOfError = {
  'code-expired': 'dynamicCode',
  'email-code-wrong': 'dynamicCode',
  'code-used': 'dynamicCode',
  'user-exists': 'email',
  'user-exists-already': 'email',
  'organization-name-taken': 'organizationName',
} as const

/** Registers an organization: first the address is proved by a code, then the rest is asked for. */
export function SignUpPage() {
  const { t } = useLingui()
  const enter = useEnter()
  const account = useForm({
    initial: { ...blankAccount, email: '', imgCode: '', dynamicCode: '', organizationName: '' },
    schema,
    fieldOfError,
    isFocused: true,
    send: async ({ email, dynamicCode, organizationName, alias, password }) => {
      const input = { email, dynamicCode, organizationName, alias, password, language: shownLanguage() }
      enter(await registerOrganization(input), email)
    },
  })
  const { form, values, set, check, refuse, field } = account
  const mailed = useMailedCode({
    imgCode: values.imgCode,
    mayAsk: () => check(beforeSending) !== undefined,
    ask: (proof) => sendRegisterCode({ loginName: values.email, language: shownLanguage(), ...proof }),
    onAnotherPicture: () => set('imgCode', ''),
    onTrouble: (at, error) => refuse({ [at]: sendFailedText(error) }),
  })

  return (
    <JoinPage title={<Trans>Register an organization</Trans>}>
      <p className={own['lead']}>
        <Trans>You become its administrator. Your e-mail address is the name with which you sign in.</Trans>
      </p>
      <SignedInNote />
      <form className={classes['form']} {...form}>
        <Field label={t`E-mail address`} type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...field('email')} />
        <MailedCodeFields fields={account} mailed={mailed} />
        <Field label={t`Name of the organization`} autoComplete="organization" maxLength={lengths.name} {...field('organizationName')} />
        <AccountFields account={account} button={<Trans>Register</Trans>} />
      </form>
      <p className={classes['ways']}>
        <Link className={classes['way']} to="/login">
          <Trans>I have an account: sign in</Trans>
        </Link>
      </p>
    </JoinPage>
  )
}
