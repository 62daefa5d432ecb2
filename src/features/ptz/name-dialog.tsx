import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { freeName, ptzLimits } from '#contract/ptz.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import buttons from '../../ui/controls/button.module.css'
import forms from '../../ui/form/form.module.css'

/** Asks for a name that none of the others has. `onName` throws `CallError`, which is said beside the field. */
export function NameDialog({
  title,
  name,
  others,
  onName,
  onClose,
}: {
  title: ReactNode
  name: string
  others: readonly string[]
  onName: (name: string) => Promise<void>
  onClose: () => void
}) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy } = useForm({
    initial: { name },
    schema: z.object({ name: freeName(others) }),
    send: async (input) => {
      await onName(input.name)
      onClose()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <Field
          label={t`Name`}
          maxLength={ptzLimits.nameLength}
          autoComplete="off"
          {...field('name')}
          error={trouble.name ?? trouble.form}
        />
        <div className={forms['buttons']}>
          <button type="button" className={buttons['other']} onClick={onClose}>
            <Trans>Cancel</Trans>
          </button>
          <button type="submit" className={buttons['main']} disabled={isBusy}>
            <Trans>Save</Trans>
          </button>
        </div>
      </form>
    </Dialog>
  )
}
