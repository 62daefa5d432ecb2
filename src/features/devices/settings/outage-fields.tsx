import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { outageKinds } from '#contract/calls/event/alarm.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import type { TextField } from '../../../ui/form/use-form.ts'
import { alarmKindNames } from '../../../ui/text/alarm-names.ts'
import { durationText } from '../../../ui/text/time-text.ts'
import classes from './settings.module.css'

type Kind = (typeof outageKinds)[number]

interface OutageFieldsProps {
  kinds: readonly Kind[]
  onKinds: (kinds: Kind[]) => void
  error: ReactNode
  /** Seconds. */
  intervals: readonly number[]
  interval: TextField
}

/** Which outages are told of by mail, and how often at most. */
export function OutageFields({ kinds, onKinds, error, intervals, interval }: OutageFieldsProps) {
  const { t, i18n } = useLingui()
  return (
    <>
      <fieldset className={classes['kinds']}>
        <legend>
          <Trans>Which outages</Trans>
        </legend>
        {outageKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={i18n._(alarmKindNames[kind])}
            checked={kinds.includes(kind)}
            error={kind === 'device-offline' ? error : undefined}
            onChange={({ currentTarget }) =>
              onKinds(outageKinds.filter((one) => (one === kind ? currentTarget.checked : kinds.includes(one))))
            }
          />
        ))}
      </fieldset>
      <Select
        label={t`Not more often than every`}
        data={intervals.map((seconds) => ({ value: String(seconds), label: durationText(seconds * 1_000, i18n.locale) }))}
        {...interval}
      />
    </>
  )
}
