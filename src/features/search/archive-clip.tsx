import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { archiveLimits } from '#contract/archives.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { name } from '#contract/rules.ts'
import { archiveClip } from '../../data/records/archive-clip.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { clipTitle, clipsMs } from './clip-title.ts'

const schema = z.object({ title: name(archiveLimits.titleLength), lengthMs: z.coerce.number() })

/** Has the camera's past around an event archived, under a title and of a length of one's own. */
export function ArchiveClip({ event, zone, onClose }: { event: Event; zone: string; onClose: () => void }) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy } = useForm({
    initial: { title: clipTitle(event, zone), lengthMs: String(clipsMs.usual) },
    schema,
    send: async ({ title, lengthMs }) => {
      await archiveClip(event, { title, lengthMs })
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
