import { Trans, useLingui } from '@lingui/react/macro'
import { foldedName } from '#contract/site-scenes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import type { TextField } from '../../ui/form/use-form.ts'
import classes from './sites.module.css'

/** The labels that somebody typed, with commas between. */
export function labelsIn(typed: string): string[] {
  return typed
    .split(/[,，;；\n]/)
    .map((label) => label.trim())
    .filter((label) => label !== '')
}

/** Labels of a site, with those of other sites to be taken at a press. */
export function LabelsField({ known, onTyped, ...field }: TextField & { known: readonly string[]; onTyped: (typed: string) => void }) {
  const { t } = useLingui()
  const labels = labelsIn(field.value)
  const has = new Set(labels.map(foldedName))
  const others = known.filter((label) => !has.has(foldedName(label)))
  return (
    <div>
      <TextInput
        label={t`Labels, with commas between`}
        description={t`Short words by which sites are told apart and found.`}
        autoComplete="off"
        {...field}
      />
      {others.length > 0 && (
        <div className={classes['labels']} role="group" aria-label={t`Labels of other sites`}>
          {others.map((label) => (
            <Button key={label} variant="default" size="compact-xs" onClick={() => onTyped([...labels, label].join(', '))}>
              <Trans>Add “{label}”</Trans>
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
