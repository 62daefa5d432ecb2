import { Trans, useLingui } from '@lingui/react/macro'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import classes from '../../ui/filters/filters.module.css'

/** What is offered, percent; an address may hold any other. */
const least = ['60', '70', '80', '90'] as const

/** How sure a device has to be at least of whom it saw: percent; undefined when it need not have recognized anybody. */
export function SimilarityFilter({ value, onChange }: { value: number | undefined; onChange: (value: number | undefined) => void }) {
  const { t, i18n } = useLingui()
  const percent = (share: string) => i18n.number(Number(share) / 100, { style: 'percent' })
  const chosen = value === undefined ? 'any' : least.find((share) => Number(share) === value)
  return (
    <fieldset className={classes['group']}>
      <legend>
        <Trans>Similarity at least</Trans>
      </legend>
      <ChoiceBar
        label={t`Similarity at least`}
        choices={[{ id: 'any', name: t`Any` }, ...least.map((id) => ({ id, name: percent(id) }))]}
        value={chosen}
        onChoose={(id) => onChange(id === 'any' ? undefined : Number(id))}
      />
    </fieldset>
  )
}
