import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { lengths } from '#contract/limits.ts'
import buttons from '../../ui/controls/button.module.css'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { TermsCheck } from './terms-check.tsx'

/** What every account's form ends with, before anything is typed. */
export const blankAccount = { alias: '', password: '', repeated: '', isAccepted: false }
/** The consent, without which no account is made. */
export const consent = { isAccepted: z.literal(true) }

/** The person's name, the passwords, the consent and the button, which every account's form ends with. */
export function AccountFields({ account, button }: { account: Form<typeof blankAccount>; button: ReactNode }) {
  const { t } = useLingui()
  const { values, field, set, trouble, isBusy } = account
  return (
    <>
      <Field label={t`Your name`} autoComplete="name" maxLength={lengths.personName} {...field('alias')} />
      <PasswordField label={t`Password`} purpose="new-password" {...field('password')} />
      <PasswordField label={t`Password, once more`} purpose="new-password" {...field('repeated')} />
      <TermsCheck isAccepted={values.isAccepted} isMissing={Boolean(trouble.isAccepted)} onChange={(is) => set('isAccepted', is)} />
      <TroubleLine text={trouble.form} />
      <button type="submit" className={buttons['main']} aria-busy={isBusy}>
        {isBusy ? <Trans>One moment…</Trans> : button}
      </button>
    </>
  )
}
