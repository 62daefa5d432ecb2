import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { RecordingPlan } from '#contract/device-settings.ts'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { WeekPainter } from '../../ui/schedule/week-painter.tsx'
import { without } from '../../ui/schedule/week-cells.ts'

type Brush = keyof RecordingPlan

interface RecordingPlanProps {
  plan: RecordingPlan
  onChange: (plan: RecordingPlan) => void
  error: ReactNode
  /** By whose clocks it goes. */
  timeZone: string | undefined
}

/** When a camera is recorded all the time and when around events, painted on a week. What is empty is not recorded. */
export function RecordingPlanPainter({ plan, onChange, error, timeZone }: RecordingPlanProps) {
  const { t } = useLingui()
  const [brush, setBrush] = useState<Brush>('continuous')
  const names: Record<Brush, string> = { continuous: t`Continuous`, events: t`Around events` }
  const other: Brush = brush === 'continuous' ? 'events' : 'continuous'
  return (
    <>
      <ChoiceBar
        label={t`What is painted`}
        choices={(['continuous', 'events'] as const).map((id) => ({ id, name: names[id] }))}
        value={brush}
        onChoose={setBrush}
      />
      <WeekPainter
        schedule={plan[brush]}
        other={{ schedule: plan[other], name: names[other] }}
        isSecond={brush === 'events'}
        error={error}
        clocks={
          timeZone === undefined ? (
            <Trans>By the clocks of the device. What is empty is not recorded. Filled: all the time; striped: around events.</Trans>
          ) : (
            <Trans>
              By the clocks of the device ({timeZone}). What is empty is not recorded. Filled: all the time; striped: around events.
            </Trans>
          )
        }
        onChange={(painted) =>
          onChange(
            brush === 'continuous'
              ? { continuous: painted, events: without(plan.events, painted) }
              : { continuous: without(plan.continuous, painted), events: painted },
          )
        }
      />
    </>
  )
}
