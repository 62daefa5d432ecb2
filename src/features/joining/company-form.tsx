import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { lengths } from '#contract/limits.ts'
import { name, newPassword, personName, phone } from '#contract/rules.ts'
import { acceptInvitation, type InvitationLink } from '../../data/person/joining.ts'
import classes from '../../ui/page/entrance.module.css'
import { Field } from '../../ui/form/field.tsx'
import { shownLanguage } from '../../ui/text/i18n.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { AccountFields, blankAccount, consent } from './account-fields.tsx'
import { useEnter } from './use-enter.ts'

const schema = z.intersection(z.object({ organizationName: name(), alias: personName, phone, ...consent }), newPassword)

/** Makes the company that was invited, and its administrator. */
export function CompanyForm({ link }: { link: InvitationLink }) {
  const { t } = useLingui()
  const enter = useEnter()
  const account = useForm({
    initial: { ...blankAccount, organizationName: '', phone: '' },
    schema,
    fieldOfError: { 'organization-name-taken': 'organizationName' },
    isFocused: true,
    send: async ({ organizationName, alias, phone, password }) => {
      const input = { ...link, organizationName, alias, phone, password, language: shownLanguage() }
      const { isSignedIn, loginName } = await acceptInvitation(input)
      enter(isSignedIn, loginName)
    },
  })
  const { form, field } = account
  return (
    <form className={classes['form']} {...form}>
      <Field label={t`Name of the company`} autoComplete="organization" maxLength={lengths.name} {...field('organizationName')} />
      <Field label={t`Telephone`} type="tel" autoComplete="tel" {...field('phone')} />
      <AccountFields account={account} button={<Trans>Register the company</Trans>} />
    </form>
  )
}
