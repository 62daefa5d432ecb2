import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { freeName, ptzLimits } from '#contract/ptz.ts'
import { CallError } from '../../data/core/call-error.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
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
  const { form, values, check, refuse, field } = useFields({ name })
  const [isBusy, setBusy] = useState(false)

  async function save() {
    if (!check(z.object({ name: freeName(others) }))) return
    setBusy(true)
    try {
      await onName(values.name.trim())
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refuse({ name: errorText(error) })
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        className={forms['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={t`Name`} maxLength={ptzLimits.nameLength} autoComplete="off" {...field('name')} />
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
