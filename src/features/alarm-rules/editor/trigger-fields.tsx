import { Trans, useLingui } from '@lingui/react/macro'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { ReactNode } from 'react'
import { ruleKinds } from '#contract/calls/event/rule-kinds.ts'
import { healthKinds } from '#contract/calls/event/alarm.ts'
import { eventKinds, type EventKind } from '#contract/event-attributes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoiceBar } from '../../../ui/controls/choice-bar.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { NumberInput } from '../../../ui/controls/number-input.tsx'
import { Chips } from '../../../ui/event/chips.tsx'
import { alarmKindNames } from '../../../ui/text/alarm-names.ts'
import { eventKindNames } from '../../../ui/text/event-kind-names.ts'
import { ruleKindNames, ruleKindTexts } from '../rule-words.ts'
import { aiTargets, allTargets, emptyCondition, isVehicleTarget, type TriggerDraft } from '../trigger-draft.ts'
import { ConditionFields } from './condition-fields.tsx'
import classes from './editor.module.css'

const [FEWEST_CONDITIONS, MOST_CONDITIONS] = [2, 4]
const SECONDS = { least: 5, most: 300 }

interface TriggerFieldsProps {
  trigger: TriggerDraft
  /** Vehicles are for administrators. */
  withVehicles: boolean
  onChange: (trigger: TriggerDraft) => void
  error: ReactNode
}

/** The kind of a rule, and what raises its alarms. */
export function TriggerFields({ trigger, withVehicles, onChange, error }: TriggerFieldsProps) {
  const { t, i18n } = useLingui()
  const change = (part: Partial<TriggerDraft>) => onChange({ ...trigger, ...part })
  const fitting = <T extends (typeof allTargets)[number]>(targets: readonly T[]) =>
    withVehicles ? targets : targets.filter((target) => !isVehicleTarget(target))
  return (
    <div className={classes['stack']} aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <ChoiceBar
        label={t`Kind of rule`}
        choices={ruleKinds.map((kind) => ({ id: kind, name: i18n._(ruleKindNames[kind]) }))}
        value={trigger.kind}
        onChoose={(kind) => change({ kind })}
      />
      <p className={classes['hint']}>{i18n._(ruleKindTexts[trigger.kind])}</p>
      {trigger.kind === 'general' && (
        <Chips
          label={t`Kinds of events`}
          values={eventKinds.filter((kind) => withVehicles || !isVehicleTarget(kind))}
          chosen={trigger.eventKinds}
          nameOf={(kind) => i18n._(eventKindNames[kind as EventKind])}
          onChange={(chosen) => change({ eventKinds: eventKinds.filter((kind) => chosen.includes(kind)) })}
        />
      )}
      {trigger.kind === 'device-health' && (
        <Chips
          label={t`What is lost`}
          values={healthKinds}
          chosen={trigger.healthKinds}
          nameOf={(kind) => i18n._(alarmKindNames[kind as (typeof healthKinds)[number]])}
          onChange={(chosen) => change({ healthKinds: healthKinds.filter((kind) => chosen.includes(kind)) })}
        />
      )}
      {trigger.kind === 'ai' && (
        <ConditionFields
          label={t`What is looked for`}
          condition={trigger.condition}
          targets={fitting(aiTargets)}
          onChange={(condition) => change({ condition })}
        />
      )}
      {trigger.kind === 'combination' && (
        <>
          <ol className={classes['conditions']}>
            {trigger.conditions.map((condition, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- conditions have nothing else to be told by
              <li key={index}>
                <ConditionFields
                  label={t`Event ${index + 1}`}
                  condition={condition}
                  targets={fitting(allTargets)}
                  onChange={(next) => change({ conditions: trigger.conditions.with(index, next) })}
                />
                {trigger.conditions.length > FEWEST_CONDITIONS && (
                  <IconButton
                    label={t`Remove event ${index + 1}`}
                    onClick={() => change({ conditions: trigger.conditions.toSpliced(index, 1) })}
                  >
                    <IconTrash size={16} stroke={1.5} aria-hidden />
                  </IconButton>
                )}
              </li>
            ))}
          </ol>
          <div className={classes['pair']}>
            <NumberInput
              label={t`Within how many seconds`}
              min={SECONDS.least}
              max={SECONDS.most}
              allowDecimal={false}
              value={trigger.withinS}
              onChange={(value) => change({ withinS: Number(value) })}
            />
            {trigger.conditions.length < MOST_CONDITIONS && (
              <Button
                variant="default"
                className={classes['low']}
                leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
                onClick={() => change({ conditions: [...trigger.conditions, emptyCondition('person')] })}
              >
                <Trans>Add an event</Trans>
              </Button>
            )}
          </div>
          <p className={classes['hint']}>
            <Trans>Whichever comes last raises the alarm. Each needs an event of its own, at the same site.</Trans>
          </p>
        </>
      )}
      {error && <p className={classes['error']}>{error}</p>}
    </div>
  )
}
