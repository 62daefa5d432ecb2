import { Trans, useLingui } from '@lingui/react/macro'
import { organizationUpdate } from '#contract/calls/account/organization-update.ts'
import { updateOrganization, type Organization } from '../../data/organization/organization.ts'
import { draftOf } from '../../data/query/draft.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SettingsSection } from '../../ui/page/settings.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import classes from './organization.module.css'

type Field = 'organizationName' | 'country' | 'city' | 'address' | 'contact' | 'phone'
const fields: readonly Field[] = ['organizationName', 'country', 'city', 'address', 'contact', 'phone']

/** Name, address and contact of the organization. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy, isChanged } = useForm({
    draft: draftOf('organization'),
    initial: Object.fromEntries(fields.map((name) => [name, organization[name]])) as Record<Field, string>,
    schema: organizationUpdate.input,
    fieldOfError: { 'organization-name-taken': 'organizationName' },
    send: async (input) => {
      await updateOrganization(input)
      say('done', t`Saved.`)
    },
  })
  const labels: Record<Field, string> = {
    organizationName: t`Organization name`,
    country: t`Country`,
    city: t`City`,
    address: t`Address`,
    contact: t`Contact`,
    phone: t`Phone`,
  }

  return (
    <SettingsSection title={<Trans>Name and address</Trans>}>
      <form className={classes['form']} {...form}>
        {fields.map((name) => (
          <TextInput key={name} label={labels[name]} autoComplete="off" {...field(name)} />
        ))}
        <TroubleLine text={trouble.form} />
        <div className={classes['wide']}>
          <Button type="submit" disabled={!isChanged} loading={isBusy}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
