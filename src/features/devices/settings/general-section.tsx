import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { displayLanguages, generalChange } from '#contract/device-settings.ts'
import { lengths } from '#contract/limits.ts'
import { timeZoneNames } from '#contract/time-zones.ts'
import { sectionQuery, setSection } from '../../../data/places/device-settings.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import forms from '../../../ui/form/form.module.css'
import { useForm } from '../../../ui/form/use-form.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import type { SectionProps } from './sections.ts'
import { SaveRow } from './save-row.tsx'
import { Told } from './told.tsx'

/** Name, time zone, language and screen of a device. */
export function GeneralSection({ detail }: SectionProps) {
  const query = useQuery(sectionQuery(detail.device.sn, 'general'))
  return <Told query={query}>{(value) => <GeneralForm sn={detail.device.sn} value={value} />}</Told>
}

type General = NonNullable<ReturnType<NonNullable<ReturnType<typeof sectionQuery<'general'>>['select']>>>

function GeneralForm({ sn, value }: { sn: string; value: General }) {
  const { t, i18n } = useLingui()
  const { form, field, trouble, isBusy, isChanged } = useForm({
    initial: {
      name: value.name,
      timeZone: value.timeZone ?? '',
      language: value.language ?? '',
      screenResolution: value.screenResolution ?? '',
    },
    schema: generalChange,
    // What the device has not, it is not sent either.
    input: (typed) => Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== '')),
    words: { screenResolution: t`Width and height with an x between, such as 1920x1080.` },
    send: async (change) => {
      await setSection({ sn, change: { section: 'general', value: change } })
      say('done', t`The device has taken it.`)
    },
  })
  const languages = new Intl.DisplayNames(i18n.locale, { type: 'language' })
  const { error: zoneError, ...zone } = field('timeZone')
  const { error: languageError, ...language } = field('language')
  // A screen is of viewing stations alone: nobody misses one elsewhere.
  const missing = [value.timeZone === undefined && t`time zone`, value.language === undefined && t`display language`].filter(
    (name) => name !== false,
  )
  return (
    <form className={forms['form']} {...form}>
      <TextInput label={t`Name`} maxLength={lengths.deviceName} {...field('name')} />
      {value.timeZone !== undefined && (
        <Select label={t`Time zone`} data={timeZoneNames.map((name) => ({ value: name, label: name }))} error={zoneError} {...zone} />
      )}
      {value.language !== undefined && (
        <Select
          label={t`Language that the device shows`}
          data={displayLanguages.map((code) => ({ value: code, label: languages.of(code) ?? code }))}
          error={languageError}
          {...language}
        />
      )}
      {value.screenResolution !== undefined && <TextInput label={t`Screen`} {...field('screenResolution')} />}
      {missing.length > 0 && (
        <p className={forms['text']} role="note">
          <Trans>This device does not let these be set from here: {new Intl.ListFormat(i18n.locale).format(missing)}.</Trans>
        </p>
      )}
      <SaveRow trouble={trouble.form} isBusy={isBusy} isChanged={isChanged} />
    </form>
  )
}
