import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { lengths } from '#contract/limits.ts'
import { name as nameOf } from '#contract/rules.ts'
import { editDevice } from '../../data/places/device-changes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'

const schema = z.object({ name: nameOf(lengths.deviceName) })

/** Gives a device another name in the organization, whether or not it is there at the moment. Without the service the change waits. */
export function RenameDevice({ sn, name: present, onClose }: { sn: string; name: string; onClose: () => void }) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy } = useForm({
    initial: { name: present },
    schema,
    send: async ({ name }) => {
      const outcome = await editDevice({ sn, name })
      say('done', outcome === 'queued' ? t`Kept here. It is sent when the service can be reached.` : t`“${name}” is saved.`)
      onClose()
    },
  })
  return (
    <Dialog title={<Trans>Rename the device</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput label={t`Name`} data-autofocus autoComplete="off" maxLength={lengths.deviceName} {...field('name')} />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            <Trans>Save</Trans>
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}
