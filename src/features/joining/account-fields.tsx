import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { codeOf } from '#contract/errors.ts'
import { lengths } from '#contract/limits.ts'
import { CallError } from '../../data/core/call-error.ts'
import buttons from '../../ui/controls/button.module.css'
import classes from '../../ui/page/entrance.module.css'
import { errorText } from '../../ui/text/error-text.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { TermsCheck } from './terms-check.tsx'

const blank = { email: '', imgCode: '', dynamicCode: '', organizationName: '', alias: '', phone: '', password: '', repeated: '' }
export type AccountField = keyof typeof blank
export type AccountValues = Record<AccountField, string>

/** Beside which field an error of the service is said; the rest goes to the foot of the form. */
const fieldOfCode: Partial<Record<number, AccountField>> = {
  [codeOf('code-expired')]: 'dynamicCode',
  [codeOf('email-code-wrong')]: 'dynamicCode',
  [codeOf('code-used')]: 'dynamicCode',
  [codeOf('user-exists')]: 'email',
  [codeOf('user-exists-already')]: 'email',
  [codeOf('organization-name-taken')]: 'organizationName',
}

/** The form of an account that is to be: its values, its consent, and what becomes of it. `send` makes the account. */
export function useAccountForm(options: {
  initial: Partial<AccountValues>
  schema: z.ZodMiniType
  send: (values: AccountValues) => Promise<void>
}) {
  const fields = useFields<AccountField>({ ...blank, ...options.initial })
  const [isAccepted, setAccepted] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (isBusy || !fields.check(options.schema) || !isAccepted) return
    setBusy(true)
    try {
      await options.send(fields.values)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const named = error.detail.field !== undefined && error.detail.field in blank ? (error.detail.field as AccountField) : undefined
      fields.refuse({ [named ?? fieldOfCode[error.code] ?? 'form']: errorText(error) })
    } finally {
      setBusy(false)
    }
  }

  return { ...fields, terms: { isAccepted, isMissing: isAsked && !isAccepted, onChange: setAccepted }, isBusy, onSubmit }
}

export type AccountForm = ReturnType<typeof useAccountForm>

/** The person's name, the passwords, the consent and the button, which every account's form ends with. */
export function AccountFields({ account, button }: { account: AccountForm; button: ReactNode }) {
  const { t } = useLingui()
  const { field, trouble, terms, isBusy } = account
  return (
    <>
      <Field label={t`Your name`} autoComplete="name" maxLength={lengths.personName} {...field('alias')} />
      <PasswordField label={t`Password`} purpose="new-password" {...field('password')} />
      <PasswordField label={t`Password, once more`} purpose="new-password" {...field('repeated')} />
      <TermsCheck {...terms} />
      {trouble.form && (
        <p className={classes['trouble']} role="alert">
          {trouble.form}
        </p>
      )}
      <button type="submit" className={buttons['main']} aria-busy={isBusy}>
        {isBusy ? <Trans>One moment…</Trans> : button}
      </button>
    </>
  )
}
