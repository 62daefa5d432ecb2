import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import { organizationUpdate } from '#contract/calls/account/organization-update.ts'
import { codeOf } from '#contract/errors.ts'
import { CallError } from '../../data/core/call-error.ts'
import { updateOrganization, type Organization } from '../../data/organization/organization.ts'
import { useDraft } from '../../data/query/use-draft.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import forms from '../../ui/form/form.module.css'
import { wrongTexts } from '../../ui/text/rule-text.ts'
import { SettingsSection } from '../../ui/page/settings.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import classes from './organization.module.css'

type Field = 'organizationName' | 'country' | 'city' | 'address' | 'contact' | 'phone'
const fields: readonly Field[] = ['organizationName', 'country', 'city', 'address', 'contact', 'phone']
const NAME_TAKEN = codeOf('organization-name-taken')

/** Name, address and contact of the organization. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  const { t } = useLingui()
  const known = Object.fromEntries(fields.map((name) => [name, organization[name]])) as Record<Field, string>
  const { values, setValues, drop } = useDraft<Record<Field, string>>('organization', known)
  const [trouble, setTrouble] = useState<Partial<Record<Field | 'form', ReactNode>>>({})
  const [isBusy, setBusy] = useState(false)
  const labels: Record<Field, string> = {
    organizationName: t`Organization name`,
    country: t`Country`,
    city: t`City`,
    address: t`Address`,
    contact: t`Contact`,
    phone: t`Phone`,
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const input = organizationUpdate.input.safeParse(values)
    if (!input.success) return setTrouble(wrongTexts(input.error.issues, values))
    setTrouble({})
    setBusy(true)
    try {
      await updateOrganization(input.data)
      drop()
      say('done', t`Saved.`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble({ [error.code === NAME_TAKEN ? 'organizationName' : 'form']: errorText(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <SettingsSection title={<Trans>Name and address</Trans>}>
      <form className={classes['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        {fields.map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
            autoComplete="off"
            value={values[name]}
            error={trouble[name]}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        {trouble.form && (
          <p className={forms['trouble']} role="alert">
            {trouble.form}
          </p>
        )}
        <div className={classes['wide']}>
          <Button type="submit" disabled={fields.every((name) => values[name] === known[name])} loading={isBusy}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
