import { Trans, useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import buttons from '../../../ui/controls/button.module.css'
import forms from '../../../ui/form/form.module.css'
import { recordFor, recordings } from './recordings.ts'

const MINUTE_MS = 60_000
const MOST_MINUTES = limits.recordingMs / MINUTE_MS
const schema = z.object({ minutes: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MOST_MINUTES)) })

/** Asks how long a window is to be recorded, while somebody wants to choose it freely. */
export function RecordLength() {
  const { asked } = useSnapshot(recordings)
  return asked === undefined ? null : <Question window={asked} />
}

function Question({ window }: { window: number }) {
  const { t } = useLingui()
  const close = () => (recordings.asked = undefined)
  const { form, field } = useForm({
    initial: { minutes: '30' },
    schema,
    words: { minutes: t`Enter whole minutes, from 1 to ${MOST_MINUTES}.` },
    send: ({ minutes }) => {
      close()
      void recordFor(window, minutes * MINUTE_MS)
    },
  })
  return (
    <Dialog title={<Trans>Length of the recording</Trans>} onClose={close}>
      <form className={forms['form']} {...form}>
        <Field label={t`Minutes`} inputMode="numeric" autoComplete="off" {...field('minutes')} />
        <div className={forms['buttons']}>
          <button type="button" className={buttons['other']} onClick={close}>
            <Trans>Cancel</Trans>
          </button>
          <button type="submit" className={buttons['main']}>
            <Trans>Record</Trans>
          </button>
        </div>
      </form>
    </Dialog>
  )
}
