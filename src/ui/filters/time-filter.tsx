import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { dayjs } from '#shared/time/calendar.ts'
import { dayIn, timeIn } from '#shared/time/zone.ts'
import { ChoiceBar } from '../controls/choice-bar.tsx'
import { DayInput } from '../controls/day-input.tsx'
import { ClockInput } from './clock-input.tsx'
import { momentOf } from './moment.ts'
import { lastingMs, presetOf, presets, presetsMs, type TimeChoice } from './time-presets.ts'
import classes from './filters.module.css'

interface TimeFilterProps {
  search: TimeChoice
  zone: string
  /** By the service's clock. */
  nowMs: () => number
  trouble: ReactNode
  onChange: (change: TimeChoice) => void
}

/** From when until when: a length that ends now, or two times of one's own by the clocks of a zone. */
export function TimeFilter({ search, zone, nowMs, trouble, onChange }: TimeFilterProps) {
  const { t } = useLingui()
  const { from = 0, until = 0 } = search
  const names = { hour: t`1 hour`, day: t`24 hours`, week: t`7 days`, month: t`30 days` }
  const at = (timeMs: number) => ({ day: dayIn(timeMs, zone), clock: timeIn(timeMs, zone, 'HH:mm') })
  const [first, last] = [at(from), at(until)]
  const setFrom = (day: string, clock: string) => onChange({ from: momentOf(day, clock, zone), until })
  // The minute that is named is searched to its end.
  const setUntil = (day: string, clock: string) =>
    onChange({
      from,
      until: dayjs(momentOf(day, clock, zone))
        .endOf('minute')
        .valueOf(),
    })
  return (
    <fieldset className={classes['group']}>
      <legend>
        <Trans>Time</Trans>
      </legend>
      <ChoiceBar
        label={t`Until now`}
        choices={presets.map((id) => ({ id, name: names[id] }))}
        value={presetOf(search)}
        onChoose={(id) => onChange(lastingMs(presetsMs[id], nowMs()))}
      />
      <div className={classes['moment']}>
        <DayInput label={t`From`} value={first.day} onChange={(day) => setFrom(day, first.clock)} />
        <ClockInput label={t`From, time`} value={first.clock} onChange={(clock) => setFrom(first.day, clock)} />
      </div>
      <div className={classes['moment']}>
        <DayInput label={t`Until`} value={last.day} error={trouble} onChange={(day) => setUntil(day, last.clock)} />
        <ClockInput label={t`Until, time`} value={last.clock} onChange={(clock) => setUntil(last.day, clock)} />
      </div>
      <p className={classes['hint']}>
        <Trans>By the clocks of {zone}</Trans>
      </p>
    </fieldset>
  )
}
