import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { name as nameRule } from '#contract/rules.ts'
import { draftOf } from '../../../data/query/draft.ts'
import { Button } from '../../../ui/controls/button.tsx'
import list from '../../../ui/controls/kept-list.module.css'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { useForm } from '../../../ui/form/use-form.ts'

const schema = z.object({ name: nameRule(32) })

/** Saves the wall under a new name. */
export function NewLayout({ onSave }: { onSave: (name: string) => Promise<void> }) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy } = useForm({
    draft: draftOf('new-layout'),
    initial: { name: '' },
    schema,
    send: ({ name }) => onSave(name),
  })
  return (
    <form className={list['new']} {...form}>
      <TextInput
        aria-label={t`Name of the layout`}
        placeholder={t`Save this wall as…`}
        size="sm"
        autoFocus
        {...field('name')}
        error={trouble.name ?? trouble.form}
      />
      <Button type="submit" size="sm" loading={isBusy}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
