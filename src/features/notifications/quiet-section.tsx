import { Trans, useLingui } from '@lingui/react/macro'
import { isTimeZone } from '#shared/time/zone.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { dayName } from '../../ui/schedule/day-names.ts'
import { usualPeriod, useQuietHours, WEEK } from './use-quiet-hours.ts'
import classes from './notifications.module.css'

/** When alarms are not to disturb the person, on any machine. */
export function QuietSection() {
  const { t, i18n } = useLingui()
  const { quiet, period, zone, set, turn, setDay, setHours } = useQuietHours()
  return (
    <SettingsSection
      title={<Trans>Quiet hours</Trans>}
      intro={
        <Trans>
          No sound, no speech, no notices and no messages while the app is closed. Alarms go on standing in the list, and are counted.
        </Trans>
      }
    >
      <SettingsRows label={t`Quiet hours`}>
        <SettingsRow name={<Trans>Quiet hours</Trans>} text={<Clocks zone={quiet.isOn ? quiet.timeZone : zone} />}>
          {quiet.isOn && quiet.timeZone !== zone && (
            <Button variant="default" onClick={() => set({ timeZone: zone })}>
              <Trans>Use {zone}</Trans>
            </Button>
          )}
          <Checkbox label={t`Keep quiet hours`} checked={quiet.isOn} onChange={(event) => turn(event.currentTarget.checked)} />
        </SettingsRow>
        {quiet.isOn && (
          <SettingsRow name={<Trans>Days</Trans>} text={<Trans>On which they begin.</Trans>}>
            <div className={classes['days']} role="group" aria-label={t`Days`}>
              {WEEK.map((day) => {
                const isSet = period?.days.includes(day) === true
                return (
                  <button
                    key={day}
                    type="button"
                    aria-pressed={isSet}
                    disabled={isSet && period.days.length === 1}
                    onClick={() => setDay(day, !isSet)}
                  >
                    {dayName(day, i18n.locale, 'short')}
                  </button>
                )
              })}
            </div>
          </SettingsRow>
        )}
        {quiet.isOn && (
          <SettingsRow
            name={<Trans>Hours</Trans>}
            text={period !== undefined && period.toMinute <= period.fromMinute ? <Trans>Until the next day.</Trans> : undefined}
          >
            <TimeInput
              label={t`From`}
              minute={period?.fromMinute ?? usualPeriod.fromMinute}
              onChange={(fromMinute) => setHours({ fromMinute })}
            />
            <TimeInput
              label={t`Until`}
              minute={(period?.toMinute ?? usualPeriod.toMinute) % 1_440}
              onChange={(toMinute) => setHours({ toMinute })}
            />
          </SettingsRow>
        )}
        {quiet.isOn && (
          <SettingsRow name={<Trans>Urgent alarms</Trans>} text={<Trans>Those of rules that are marked urgent.</Trans>}>
            <Checkbox
              label={t`Let them through`}
              checked={quiet.letsUrgentThrough}
              onChange={(event) => set({ letsUrgentThrough: event.currentTarget.checked })}
            />
          </SettingsRow>
        )}
      </SettingsRows>
    </SettingsSection>
  )
}

/** Whose clocks count. The databases of browsers are not all of one age: hours of a zone that is not known are not kept. */
function Clocks({ zone }: { zone: string }) {
  if (isTimeZone(zone)) return <Trans>By the clocks of {zone}.</Trans>
  return <Trans>Invalid timezone string: {zone}. Quiet hours are not kept here.</Trans>
}

function TimeInput({ label, minute, onChange }: { label: string; minute: number; onChange: (minute: number) => void }) {
  const text = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return (
    <TextInput
      className={classes['time']}
      type="time"
      label={label}
      value={text}
      onChange={(event) => {
        const [hours, minutes] = event.currentTarget.value.split(':').map(Number)
        // Half typed, it is empty.
        if (hours !== undefined && minutes !== undefined) onChange(hours * 60 + minutes)
      }}
    />
  )
}
