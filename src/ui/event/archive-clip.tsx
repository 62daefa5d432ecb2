import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { archiveLimits } from '#contract/archives.ts'
import { name } from '#contract/rules.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Select } from '../controls/select.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { FormFoot } from '../form/form-foot.tsx'
import forms from '../form/form.module.css'
import { useForm } from '../form/use-form.ts'
import { say } from '../notice/toast-store.ts'
import { clipTitle, clipsMs, type TitledEvent } from './clip-title.ts'

const schema = z.object({ title: name(archiveLimits.titleLength), lengthMs: z.coerce.number() })

interface ArchiveClipProps {
  event: TitledEvent
  zone: string
  /** Has it archived; its error is shown here. */
  archive: (event: TitledEvent, clip: { title: string; lengthMs: number }) => Promise<void>
  onClose: () => void
}

/** Has the camera's past around an event archived, under a title and of a length of one's own. */
export function ArchiveClip({ event, zone, archive, onClose }: ArchiveClipProps) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy } = useForm({
    initial: { title: clipTitle(event, zone), lengthMs: String(clipsMs.usual) },
    schema,
    send: async ({ title, lengthMs }) => {
      await archive(event, { title, lengthMs })
      say('done', t`The clip is being archived.`)
      onClose()
    },
  })
  const { error: _none, ...length } = field('lengthMs')
  return (
    <Dialog title={<Trans>Archive a clip</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput label={t`Title`} data-autofocus maxLength={archiveLimits.titleLength} {...field('title')} />
        <Select
          label={t`Length, with the event in its middle`}
          data={[
            { value: String(clipsMs.short), label: t`30 seconds` },
            { value: String(clipsMs.usual), label: t`1 minute` },
            { value: String(clipsMs.long), label: t`5 minutes` },
          ]}
          {...length}
        />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            <Trans>Archive</Trans>
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}
