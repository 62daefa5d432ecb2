import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { alertIntervalsS } from '#contract/calls/event/alarm-rule.ts'
import { manyChange, MOST_DEVICES_AT_ONCE, type ManyChange } from '#contract/calls/device/many-change.ts'
import type { Device } from '#contract/calls/device/device.ts'
import { displayLanguages, recordingModes } from '#contract/device-settings.ts'
import { timeZoneNames } from '#contract/time-zones.ts'
import { startManyChange } from '../../../data/places/many-changes.ts'
import { useFoundContacts } from '../../../data/organization/found-contacts.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { FormFoot } from '../../../ui/form/form-foot.tsx'
import forms from '../../../ui/form/form.module.css'
import { RecipientsField } from '../../../ui/form/recipients-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { OutageFields } from '../settings/outage-fields.tsx'
import { changeNames, recordingModeNames } from './change-words.ts'

interface ChangeManyProps {
  devices: readonly Device[]
  offlineReason: string | undefined
  onStarted: (jobId: string) => void
  onClose: () => void
}

const kinds = Object.keys(changeNames) as ManyChange['kind'][]

/** Asks what is to be changed at many devices, and has it begun. */
export function ChangeMany({ devices, offlineReason, onStarted, onClose }: ChangeManyProps) {
  const { t, i18n } = useLingui()
  const contacts = useFoundContacts()
  const { form, field, set, values, trouble, isBusy } = useForm({
    initial: {
      kind: 'time-zone',
      timeZone: 'GMT+00:00 London',
      language: 'en-US',
      mode: 'continuous',
      days: '30',
      isEnabled: true,
      kinds: ['device-offline', 'channel-offline'] as ('device-offline' | 'channel-offline')[],
      emails: [] as string[],
      alertIntervalS: '60',
    },
    schema: manyChange,
    input: ({ kind, timeZone, language, mode, days, isEnabled, kinds: chosen, emails, alertIntervalS }) => ({
      kind,
      timeZone,
      language,
      mode,
      days: days.trim() === '' ? null : Number(days),
      isEnabled,
      kinds: chosen,
      emails,
      alertIntervalS: Number(alertIntervalS),
    }),
    words: {
      days: t`A whole number of days from 1 to 3650, or nothing.`,
      kinds: t`Choose what may be lost.`,
      emails: t`These are too many recipients, or one of them is no address.`,
    },
    send: async (change) => onStarted(await startManyChange({ sns: devices.map(({ sn }) => sn), change })),
  })
  const languages = new Intl.DisplayNames(i18n.locale, { type: 'language' })
  const isTooMany = devices.length > MOST_DEVICES_AT_ONCE
  const select = (name: 'timeZone' | 'language' | 'mode') => {
    const { error, ...rest } = field(name)
    return { error, ...rest }
  }
  return (
    <Dialog
      title={<Plural value={devices.length} one="Change settings of # device" other="Change settings of # devices" />}
      onClose={onClose}
    >
      <form className={forms['form']} {...form}>
        <Select
          label={t`What is changed`}
          data={kinds.map((kind) => ({ value: kind, label: i18n._(changeNames[kind]) }))}
          {...field('kind')}
        />
        {values.kind === 'time-zone' && (
          <Select label={t`Time zone`} data={timeZoneNames.map((name) => ({ value: name, label: name }))} {...select('timeZone')} />
        )}
        {values.kind === 'language' && (
          <Select
            label={t`Language`}
            data={displayLanguages.map((code) => ({ value: code, label: languages.of(code) ?? code }))}
            {...select('language')}
          />
        )}
        {values.kind === 'recording' && (
          <Select
            label={t`All cameras are recorded`}
            data={recordingModes.map((mode) => ({ value: mode, label: i18n._(recordingModeNames[mode]) }))}
            {...select('mode')}
          />
        )}
        {values.kind === 'retention' && (
          <TextInput
            label={t`Days`}
            description={t`Older recordings are deleted. Left empty, they are kept for as long as there is room.`}
            inputMode="numeric"
            {...field('days')}
          />
        )}
        {values.kind === 'notify' && (
          <>
            <Checkbox
              label={t`Mail is sent`}
              checked={values.isEnabled}
              onChange={({ currentTarget }) => set('isEnabled', currentTarget.checked)}
            />
            <OutageFields
              kinds={values.kinds}
              onKinds={(chosen) => set('kinds', chosen)}
              error={trouble.kinds}
              intervals={alertIntervalsS}
              interval={field('alertIntervalS')}
            />
            <RecipientsField emails={values.emails} onChange={(emails) => set('emails', emails)} error={trouble.emails} {...contacts} />
          </>
        )}
        {(values.kind === 'reboot' || values.kind === 'upgrade') && (
          <p className={forms['text']}>
            <Trans>
              Eight at a time: the next begins when one is back. Cameras of a device that restarts cannot be watched and are not recorded.
            </Trans>
          </p>
        )}
        {isTooMany && (
          <p className={forms['trouble']} role="alert">
            <Trans>{MOST_DEVICES_AT_ONCE} devices can be changed at once. Choose fewer.</Trans>
          </p>
        )}
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <OnlineButton type="submit" loading={isBusy} disabled={isTooMany} offlineReason={offlineReason}>
            {values.kind === 'reboot' ? <Trans>Restart</Trans> : values.kind === 'upgrade' ? <Trans>Install</Trans> : <Trans>Change</Trans>}
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}
