import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { alertIntervalsS } from '#contract/calls/event/alarm-rule.ts'
import { outageKinds } from '#contract/calls/event/alarm.ts'
import { devNotify, type DevNotify } from '#contract/calls/event/dev-notify.ts'
import { useFoundContacts } from '../../../data/organization/found-contacts.ts'
import { deviceNotifyQuery, saveDeviceNotify } from '../../../data/places/device-notify.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import forms from '../../../ui/form/form.module.css'
import { RecipientsField } from '../../../ui/form/recipients-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { SettingsSection } from '../../../ui/page/settings.tsx'
import { OutageFields } from './outage-fields.tsx'
import { SaveRow } from './save-row.tsx'
import { Told } from './told.tsx'

/** Who is told by mail when the device, or a camera of it, is lost. The service tells it: the device need not be there. */
export function OutageMail({ sn }: { sn: string }) {
  const query = useQuery(deviceNotifyQuery(sn))
  return (
    <SettingsSection
      title={<Trans>Mail about outages</Trans>}
      intro={<Trans>The service sends it when it loses the device or one of its cameras, whatever alarm rules there are.</Trans>}
    >
      <Told query={query}>{({ notify }) => <NotifyForm key={notify === null ? 'new' : 'kept'} sn={sn} notify={notify} />}</Told>
    </SettingsSection>
  )
}

function NotifyForm({ sn, notify }: { sn: string; notify: DevNotify | null }) {
  const { t } = useLingui()
  const contacts = useFoundContacts()
  const { form, field, set, values, trouble, isBusy, isChanged } = useForm({
    initial: {
      isEnabled: notify?.isEnabled ?? false,
      kinds: notify?.kinds ?? [...outageKinds],
      emails: notify?.emails ?? [],
      alertIntervalS: String(notify?.alertIntervalS ?? 60),
    },
    schema: devNotify,
    input: (typed) => ({ sn, ...typed, alertIntervalS: Number(typed.alertIntervalS) }),
    words: { kinds: t`Choose what may be lost.`, emails: t`These are too many recipients, or one of them is no address.` },
    send: async (wanted) => {
      await saveDeviceNotify(wanted, notify === null)
      say('done', t`Kept.`)
    },
  })
  return (
    <form className={forms['form']} {...form}>
      <Checkbox
        label={t`Mail is sent`}
        checked={values.isEnabled}
        onChange={({ currentTarget }) => set('isEnabled', currentTarget.checked)}
      />
      <OutageFields
        kinds={values.kinds}
        onKinds={(kinds) => set('kinds', kinds)}
        error={trouble.kinds}
        intervals={alertIntervalsS}
        interval={field('alertIntervalS')}
      />
      <RecipientsField emails={values.emails} onChange={(emails) => set('emails', emails)} error={trouble.emails} {...contacts} />
      <SaveRow trouble={trouble.form} isBusy={isBusy} isChanged={isChanged} />
    </form>
  )
}
