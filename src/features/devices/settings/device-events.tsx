import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { notifySettings } from '#contract/device-settings.ts'
import { eventKinds } from '#contract/event-attributes.ts'
import { sectionQuery, setSection } from '../../../data/places/device-settings.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import forms from '../../../ui/form/form.module.css'
import { useForm } from '../../../ui/form/use-form.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { SettingsSection } from '../../../ui/page/settings.tsx'
import { WeekPainter } from '../../../ui/schedule/week-painter.tsx'
import { eventKindNames } from '../../../ui/text/event-kind-names.ts'
import { SaveRow } from './save-row.tsx'
import { Told } from './told.tsx'
import classes from './settings.module.css'

type Notify = NonNullable<ReturnType<NonNullable<ReturnType<typeof sectionQuery<'notify'>>['select']>>>

/** Which events a device tells of, and when. */
export function DeviceEvents({ sn }: { sn: string }) {
  const query = useQuery(sectionQuery(sn, 'notify'))
  return (
    <SettingsSection
      title={<Trans>Events that the device tells</Trans>}
      intro={<Trans>What it does not tell is not in the search either, raises no alarm and keeps nothing in the cloud.</Trans>}
    >
      <Told query={query}>{(value) => <EventsForm sn={sn} value={value} />}</Told>
    </SettingsSection>
  )
}

function EventsForm({ sn, value }: { sn: string; value: Notify }) {
  const { t, i18n } = useLingui()
  const { form, set, values, trouble, isBusy, isChanged } = useForm({
    initial: value,
    schema: notifySettings,
    words: { schedule: t`Paint at least one half hour, or choose that it tells nothing.` },
    send: async (wanted) => {
      await setSection({ sn, change: { section: 'notify', value: wanted } })
      say('done', t`The device has taken it.`)
    },
  })
  return (
    <form className={forms['form']} {...form}>
      <Checkbox
        label={t`The device tells what it sees`}
        checked={values.isEnabled}
        onChange={({ currentTarget }) => set('isEnabled', currentTarget.checked)}
      />
      <fieldset className={classes['eventKinds']} disabled={!values.isEnabled}>
        <legend>
          <Trans>Kinds of events</Trans>
        </legend>
        {eventKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={i18n._(eventKindNames[kind])}
            checked={values.kinds.includes(kind)}
            onChange={({ currentTarget }) =>
              set(
                'kinds',
                eventKinds.filter((one) => (one === kind ? currentTarget.checked : values.kinds.includes(one))),
              )
            }
          />
        ))}
      </fieldset>
      {values.isEnabled && (
        <WeekPainter
          schedule={values.schedule}
          onChange={(schedule) => set('schedule', schedule)}
          error={trouble.schedule}
          clocks={<Trans>By the clock of the device.</Trans>}
        />
      )}
      <SaveRow trouble={trouble.form} isBusy={isBusy} isChanged={isChanged} />
    </form>
  )
}
