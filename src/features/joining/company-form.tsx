import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { lengths } from '#contract/limits.ts'
import { name, newPassword, personName, phone } from '#contract/rules.ts'
import { acceptInvitation, type InvitationLink } from '../../data/person/joining.ts'
import classes from '../../ui/page/entrance.module.css'
import { Field } from '../../ui/form/field.tsx'
import { shownLanguage } from '../../ui/text/i18n.ts'
import { AccountFields, useAccountForm } from './account-fields.tsx'
import { useEnter } from './use-enter.ts'

const schema = z.intersection(z.object({ organizationName: name(), alias: personName, phone }), newPassword)

/** Makes the company that was invited, and its administrator. */
export function CompanyForm({ link }: { link: InvitationLink }) {
  const { t } = useLingui()
  const enter = useEnter()
  const account = useAccountForm({
    initial: {},
    schema,
    send: async ({ organizationName, alias, phone, password }) => {
      const input = { ...link, organizationName, alias, phone, password, language: shownLanguage() }
      const { isSignedIn, loginName } = await acceptInvitation(input)
      enter(isSignedIn, loginName)
    },
  })
  const { form, field } = account
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])
  return (
    <form ref={form} className={classes['form']} onSubmit={(event) => void account.onSubmit(event)} noValidate>
      <Field label={t`Name of the company`} autoComplete="organization" maxLength={lengths.name} {...field('organizationName')} />
      <Field label={t`Telephone`} type="tel" autoComplete="tel" {...field('phone')} />
      <AccountFields account={account} button={<Trans>Register the company</Trans>} />
    </form>
  )
}
