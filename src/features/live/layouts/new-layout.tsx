import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import { name as nameRule } from '#contract/rules.ts'
import { CallError } from '../../../data/core/call-error.ts'
import { useDraft } from '../../../data/query/use-draft.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { errorText } from '../../../ui/text/error-text.ts'
import { wrongText } from '../../../ui/text/rule-text.ts'
import classes from './layouts.module.css'

const layoutName = nameRule(32)

/** Saves the wall under a new name. */
export function NewLayout({ onSave }: { onSave: (name: string) => Promise<void> }) {
  const { t } = useLingui()
  const { values, setValues, drop } = useDraft('new-layout', { name: '' })
  const { name } = values
  const [error, setError] = useState<ReactNode>()
  const [isBusy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const parsed = layoutName.safeParse(name)
    if (!parsed.success) return setError(wrongText(layoutName, name))
    setBusy(true)
    try {
      await onSave(parsed.data)
      drop()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={classes['new']} onSubmit={(event) => void onSubmit(event)} noValidate>
      <TextInput
        aria-label={t`Name of the layout`}
        placeholder={t`Save this wall as…`}
        size="sm"
        value={name}
        error={error}
        autoFocus
        onChange={(event) => {
          setValues({ name: event.currentTarget.value })
          setError(undefined)
        }}
      />
      <Button type="submit" size="sm" loading={isBusy}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
