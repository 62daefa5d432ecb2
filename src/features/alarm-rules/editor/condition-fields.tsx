import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { attributesOfKind, attributeValues, type AttributeName } from '#contract/event-attributes.ts'
import { plateGroupsQuery } from '../../../data/records/plates.ts'
import { ChoiceBar } from '../../../ui/controls/choice-bar.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { BrandChoice } from '../../../ui/event/brand-choice.tsx'
import { Chips } from '../../../ui/event/chips.tsx'
import { attributeTitles, valueName } from '../../../ui/event/event-words.ts'
import { nonMotorTypes } from '../../../ui/event/vehicle-types.ts'
import { named } from '../../../ui/text/joined.ts'
import { targetName } from '../rule-words.ts'
import { canAskPlates, kindOfTarget, NON_MOTOR, withTarget, type ConditionDraft, type Target } from '../trigger-draft.ts'
import classes from './editor.module.css'

const agesOffered = ['child', 'adult', ...attributeValues.age]

interface ConditionFieldsProps {
  /** What it is called where there are several. */
  label: string
  condition: ConditionDraft
  targets: readonly Target[]
  onChange: (condition: ConditionDraft) => void
}

/** What one event must be: its target, its attributes, and for plates the groups that they are in. */
export function ConditionFields({ label, condition, targets, onChange }: ConditionFieldsProps) {
  const { t, i18n } = useLingui()
  const { target, values } = condition
  // One that another program has set is shown too.
  const offered = targets.includes(target) ? targets : [...targets, target]
  const setValues = (name: AttributeName, chosen: string[]) => onChange({ ...condition, values: { ...values, [name]: chosen } })
  return (
    <div className={classes['stack']}>
      <Select
        label={label}
        value={target}
        data={offered.map((one) => ({ value: one, label: targetName(one) }))}
        onChange={({ currentTarget }) => {
          const next = offered.find((one) => one === currentTarget.value)
          if (next) onChange(withTarget(condition, next))
        }}
      />
      {(canAskPlates(target) || condition.plates !== 'any') && (
        <div className={classes['attribute']}>
          <span>{t`Plate groups`}</span>
          <ChoiceBar
            label={named(label, t`Plate groups`)}
            value={condition.plates}
            choices={[
              { id: 'any', name: t`Any plate` },
              { id: 'listed', name: t`Listed in` },
              { id: 'unlisted', name: t`Not listed in` },
            ]}
            onChoose={(plates) => onChange({ ...condition, plates })}
          />
        </div>
      )}
      {condition.plates !== 'any' && (
        <GroupChoice chosen={condition.groupIds} onChange={(groupIds) => onChange({ ...condition, groupIds })} />
      )}
      {attributesOfKind[kindOfTarget(target)].map((name) => (
        <div key={name} className={classes['attribute']}>
          <span>{i18n._(attributeTitles[name])}</span>
          {name === 'brand' ? (
            <BrandChoice chosen={values.brand ?? []} onChange={(chosen) => setValues(name, chosen)} />
          ) : (
            <Chips
              label={named(label, i18n._(attributeTitles[name]))}
              values={valuesOffered(name, target)}
              chosen={values[name] ?? []}
              nameOf={(value) => valueName(name, value)}
              onChange={(chosen) => setValues(name, chosen)}
            />
          )}
        </div>
      ))}
    </div>
  )
}

function valuesOffered(name: AttributeName, target: Target): readonly string[] {
  if (name === 'age') return agesOffered
  return name === 'vehicleType' && target === NON_MOTOR ? nonMotorTypes : attributeValues[name]
}

/** The plate groups of the organization, each with a way to what is in it. */
function GroupChoice({ chosen, onChange }: { chosen: readonly string[]; onChange: (groupIds: string[]) => void }) {
  const { t } = useLingui()
  const { data } = useQuery(plateGroupsQuery)
  const names = new Map(data?.groups.map(({ groupId, groupName }) => [groupId, groupName]))
  if (data?.groups.length === 0) {
    return (
      <p className={classes['hint']}>
        <Trans>There are no plate groups yet.</Trans>
      </p>
    )
  }
  return (
    <div className={classes['stack']}>
      <Chips
        label={t`Plate groups`}
        values={[...new Set([...names.keys(), ...chosen])]}
        chosen={chosen}
        nameOf={(groupId) => names.get(groupId) ?? groupId}
        onChange={onChange}
      />
      {chosen.length > 0 && (
        <p className={classes['hint']}>
          <Trans>What is in them:</Trans>{' '}
          {chosen.map((groupId) => (
            <Link key={groupId} to="/settings/alarmrules/group-detail" search={{ group: groupId }}>
              {names.get(groupId) ?? groupId}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}
