import { Trans, useLingui } from '@lingui/react/macro'
import type { Event } from '#contract/calls/event/event.ts'
import { personFields } from '#contract/known-person.ts'
import { Facts } from '../controls/facts.tsx'
import { personTexts, personTitles } from './person-words.ts'
import classes from './event.module.css'

/** Whom the camera has recognized, and how sure it is; nothing where it has recognized nobody. */
export function PersonFacts({ event: { similarity, person } }: { event: Pick<Event, 'similarity' | 'person'> }) {
  const { i18n } = useLingui()
  if (similarity === null && person === null) return null
  const texts = personTexts(person)
  return (
    <section className={classes['part']}>
      <h3>
        <Trans>Recognized person</Trans>
      </h3>
      <Facts
        facts={[
          {
            name: <Trans>Similarity</Trans>,
            value: similarity === null ? undefined : i18n.number(similarity / 100, { style: 'percent' }),
            isFigures: true,
          },
          ...personFields.map((field, index) => ({
            name: i18n._(personTitles[field]),
            value: texts[index] || undefined,
            isFigures: field === 'birthday' || field === 'idNumber',
          })),
        ]}
      />
    </section>
  )
}
