import { Trans, useLingui } from '@lingui/react/macro'
import {
  attributesOfKind,
  attributeNames,
  attributeValues,
  eventKinds,
  type AttributeName,
  type EventKind,
} from '#contract/event-attributes.ts'
import { PLATE_TEXT_LENGTH } from '#contract/plates.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { recognizingKinds } from '#contract/known-person.ts'
import { BrandChoice } from '../../ui/event/brand-choice.tsx'
import { Chips } from '../../ui/event/chips.tsx'
import type { EventSearch, Wanted } from './event-search.ts'
import { attributeTitles, valueName } from '../../ui/event/event-words.ts'
import { motorTypes, nonMotorTypes } from '../../ui/event/vehicle-types.ts'
import { SimilarityFilter } from './similarity-filter.tsx'
import { eventKindNames } from '../../ui/text/event-kind-names.ts'
import classes from '../../ui/filters/filters.module.css'

interface KindFilterProps {
  search: EventSearch
  onChange: (change: Pick<EventSearch, 'kinds' | 'with' | 'plate' | 'similarity'>) => void
}

const agesOffered = ['child', 'adult', ...attributeValues.age]

/** The attributes that events of these kinds can have. */
function attributesOf(kinds: readonly EventKind[]): AttributeName[] {
  return attributeNames.filter((name) => kinds.some((kind) => attributesOfKind[kind].includes(name)))
}

/** Whether one of these kinds can have recognized somebody; no kind stands for all. */
function isRecognizing(kinds: readonly EventKind[]): boolean {
  return kinds.length === 0 || kinds.some((kind) => recognizingKinds.includes(kind))
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value))
}

/** What was seen: kinds, and of those that are chosen what a camera can say of them; plates with `*` and `?`. */
export function KindFilter({ search, onChange }: KindFilterProps) {
  const { t, i18n } = useLingui()
  const { kinds = [] } = search
  const offered = attributesOf(kinds)
  function setKinds(next: string[]) {
    const chosen = eventKinds.filter((kind) => next.includes(kind))
    const still = attributesOf(chosen)
    const kept = Object.entries(search.with ?? {}).filter(([name]) => still.includes(name as AttributeName))
    const isPlated = chosen.length === 0 || chosen.some((kind) => kind === 'plate' || kind === 'vehicle')
    onChange({
      kinds: chosen.length === 0 ? undefined : chosen,
      with: kept.length === 0 ? undefined : Object.fromEntries(kept),
      plate: isPlated ? search.plate : undefined,
      similarity: isRecognizing(chosen) ? search.similarity : undefined,
    })
  }
  function setValues(name: AttributeName, values: string[]) {
    const { [name]: _before, ...others } = search.with ?? {}
    const next: Wanted = values.length === 0 ? others : { ...others, [name]: values }
    onChange({ with: Object.keys(next).length === 0 ? undefined : next })
  }
  return (
    <>
      <fieldset className={classes['group']}>
        <legend>
          <Trans>What was seen</Trans>
        </legend>
        <Chips
          label={t`Kinds of events`}
          values={eventKinds}
          chosen={kinds}
          nameOf={(kind) => i18n._(eventKindNames[kind as EventKind])}
          onChange={setKinds}
        />
      </fieldset>
      {(kinds.length === 0 || kinds.includes('plate') || kinds.includes('vehicle')) && (
        <fieldset className={classes['group']}>
          <legend>
            <Trans>Plate</Trans>
          </legend>
          <SearchField
            label={t`Plate, or part of one`}
            value={search.plate ?? ''}
            onChange={(text) => onChange({ plate: text.slice(0, PLATE_TEXT_LENGTH).trim() || undefined })}
          />
          <p className={classes['hint']}>
            <Trans>* stands for any characters, ? for one: KV*</Trans>
          </p>
        </fieldset>
      )}
      {isRecognizing(kinds) && <SimilarityFilter value={search.similarity} onChange={(similarity) => onChange({ similarity })} />}
      {offered.map((name) => {
        const chosen = search.with?.[name] ?? []
        const title = i18n._(attributeTitles[name])
        return (
          <fieldset key={name} className={classes['group']}>
            <legend>{title}</legend>
            {name === 'vehicleType' && (
              <div className={classes['quick']}>
                <button
                  type="button"
                  aria-pressed={isSame(chosen, motorTypes)}
                  onClick={() => setValues(name, isSame(chosen, motorTypes) ? [] : motorTypes)}
                >
                  <Trans>Motor vehicles</Trans>
                </button>
                <button
                  type="button"
                  aria-pressed={isSame(chosen, nonMotorTypes)}
                  onClick={() => setValues(name, isSame(chosen, nonMotorTypes) ? [] : [...nonMotorTypes])}
                >
                  <Trans>Non-motor vehicles</Trans>
                </button>
              </div>
            )}
            {name === 'brand' ? (
              <BrandChoice chosen={chosen} onChange={(values) => setValues(name, values)} />
            ) : (
              <Chips
                label={title}
                values={name === 'age' ? agesOffered : attributeValues[name]}
                chosen={chosen}
                nameOf={(value) => valueName(name, value)}
                onChange={(values) => setValues(name, values)}
              />
            )}
          </fieldset>
        )
      })}
    </>
  )
}
