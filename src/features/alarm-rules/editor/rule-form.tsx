import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { alertIntervalsS, type AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleTry } from '#contract/calls/event/event-rule-try.ts'
import { lengths } from '#contract/limits.ts'
import { saveRule } from '../../../data/organization/alarm-rules.ts'
import { useFoundContacts } from '../../../data/organization/found-contacts.ts'
import { useHoldsRole } from '../../../data/person/roles.ts'
import { draftOf } from '../../../data/query/draft.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { LicenceGuard } from '../../../ui/licence/licence-guard.tsx'
import { RecipientsField } from '../../../ui/form/recipients-field.tsx'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { PlacesTree } from '../../../ui/places/places-tree.tsx'
import { announceNames, announceWays, intervalText } from '../rule-words.ts'
import { WeekPainter } from '../../../ui/schedule/week-painter.tsx'
import type { TriggerDraft } from '../trigger-draft.ts'
import type { useBlocked } from '../use-blocked.ts'
import type { RulePlaces } from '../use-rule-places.ts'
import { copyName, flagText, isFlag, readValues, ruleValues, toInput, type RuleValues } from './rule-values.ts'
import { TriggerFields } from './trigger-fields.tsx'
import { Trial } from './trial.tsx'
import classes from './editor.module.css'

export interface RuleFormProps {
  /** The rule that is changed; without it a new one is made. */
  rule: AlarmRule | undefined
  /** The rule that a new one begins as. */
  model: AlarmRule | undefined
  isVehicle: boolean
  takenNames: readonly string[]
  places: RulePlaces
  blocked: ReturnType<typeof useBlocked>
  onClose: () => void
}

const MOST_PLACES = { sites: 100, cameras: 256 }

/** All of a rule: what raises it, where, when, who is told, and what it would have raised. */
export function RuleForm({ rule, model, isVehicle, takenNames, places, blocked, onClose }: RuleFormProps) {
  const { t, i18n } = useLingui()
  const isAdministrator = useHoldsRole('administrator')
  const initial = ruleValues(rule ?? model, { isVehicle, name: rule?.name ?? (model ? copyName(model.name, takenNames) : '') })
  const { values, form, field, trouble, isBusy, set, check, fail, drop } = useForm({
    draft: draftOf(`alarm-rule-${rule?.ruleId ?? (model ? `like-${model.ruleId}` : isVehicle ? 'new-vehicle' : 'new')}`),
    initial,
    schema: eventRuleAddOrEdit.input,
    input: (typed: RuleValues) => toInput(typed, rule?.ruleId),
    words: {
      scope: t`Choose at least one site or camera: ${MOST_PLACES.sites} sites and ${MOST_PLACES.cameras} cameras at most.`,
      schedule: t`Paint at least half an hour.`,
      emails: t`These are too many recipients, or one of them is no address.`,
    },
    fieldOfError: { 'alarm-rule-name-taken': 'name', 'plate-group-missing': 'trigger' },
    send: async (input) => {
      const { name } = await saveRule(input)
      say('done', rule === undefined ? t`“${name}” is added.` : t`“${name}” is saved.`)
      onClose()
    },
  })
  const { trigger, scope, schedule, emails } = readValues(values)
  const missing = missingIn(trigger)
  const put = (name: keyof RuleValues, value: unknown) => set(name, JSON.stringify(value))
  const found = useFoundContacts()
  const tried = [values.trigger, values.scope, values.schedule, values.alertIntervalS]
  // Whatever is on afterwards needs a licence.
  const isWithout = isFlag(values.isEnabled) && blocked.licence.reason !== undefined
  const [isAsked, setAsked] = useState(false)
  function cancel() {
    drop()
    onClose()
  }
  return (
    <form className={classes['form']} {...form}>
      <div className={classes['head']}>
        <TextInput label={t`Name`} autoComplete="off" maxLength={lengths.name} data-autofocus {...field('name')} />
        <Checkbox
          label={t`The rule is on`}
          checked={isFlag(values.isEnabled)}
          onChange={({ currentTarget }) => set('isEnabled', flagText(currentTarget.checked))}
        />
      </div>
      <Section title={<Trans>What raises an alarm</Trans>}>
        <TriggerFields
          trigger={trigger}
          withVehicles={isAdministrator}
          onChange={(next) => put('trigger', next)}
          error={trouble.trigger && (missing ? i18n._(missing) : trouble.trigger)}
        />
      </Section>
      <Section title={<Trans>Where</Trans>}>
        <PlacesTree sites={places.sites} scope={scope} onChange={(next) => put('scope', next)} error={trouble.scope} />
      </Section>
      <Section title={<Trans>When</Trans>}>
        <WeekPainter
          schedule={schedule}
          onChange={(next) => put('schedule', next)}
          error={trouble.schedule}
          clocks={<Clocks zones={places.zonesOf(scope)} />}
        />
      </Section>
      <Section title={<Trans>Who is told, and how</Trans>}>
        <RecipientsField emails={emails} onChange={(next) => put('emails', next)} error={trouble.emails} {...found} />
        <div className={classes['pair']}>
          <Select
            label={t`At most one alarm of a camera every`}
            data={alertIntervalsS.map((seconds) => ({ value: String(seconds), label: intervalText(seconds) }))}
            {...field('alertIntervalS')}
          />
          <Select
            label={t`It makes itself heard`}
            data={announceWays.map((way) => ({ value: way as string, label: i18n._(announceNames[way]) }))}
            {...field('announce')}
          />
        </div>
        <Checkbox
          label={t`Urgent: heard in quiet hours too, by those who let urgent alarms through`}
          checked={isFlag(values.isUrgent)}
          onChange={({ currentTarget }) => set('isUrgent', flagText(currentTarget.checked))}
        />
      </Section>
      <Section title={<Trans>Try it first</Trans>}>
        <Trial
          rule={JSON.stringify(tried)}
          // Only what the trial asks is checked: a rule can be tried before it has a name.
          check={() => check(eventRuleTry.input, toInput(values, undefined))}
          onFault={fail}
          zoneOf={places.zoneOfSite}
          offlineReason={blocked.offline}
        />
      </Section>
      <div className={classes['foot']}>
        <TroubleLine text={trouble.form} />
        <Button variant="default" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
        <OnlineButton
          type={isWithout ? 'button' : 'submit'}
          offlineReason={isWithout ? undefined : blocked.offline}
          loading={isBusy}
          {...(isWithout && { onClick: () => setAsked(true) })}
        >
          {rule === undefined ? <Trans>Add rule</Trans> : <Trans>Save</Trans>}
        </OnlineButton>
      </div>
      {isAsked && (
        <LicenceGuard stand={blocked.licence} onClose={() => setAsked(false)}>
          {null}
        </LicenceGuard>
      )}
    </form>
  )
}

/** What is missing in a trigger, if it is that for which it was refused. */
function missingIn({ kind, ...trigger }: TriggerDraft): MessageDescriptor | undefined {
  if (kind === 'general' && trigger.eventKinds.length === 0) return msg`Choose at least one kind of event.`
  if (kind === 'device-health' && trigger.healthKinds.length === 0) return msg`Choose what may be lost.`
  const conditions = kind === 'ai' ? [trigger.condition] : kind === 'combination' ? trigger.conditions : []
  if (conditions.some(({ plates, groupIds }) => plates !== 'any' && groupIds.length === 0)) return msg`Choose at least one plate group.`
  const isTime = Number.isInteger(trigger.withinS) && trigger.withinS >= 5 && trigger.withinS <= 300
  return kind === 'combination' && !isTime ? msg`From 5 to 300 seconds.` : undefined
}

/** By which clocks the schedule goes. */
function Clocks({ zones }: { zones: readonly string[] }) {
  const { t } = useLingui()
  const [only] = zones
  if (only === undefined) return t`By the clocks of each site.`
  if (zones.length === 1) return t`By the clocks of the site: ${only}.`
  const names = zones.join(', ')
  return t`Each site by its own clocks: ${names}.`
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={classes['section']}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
