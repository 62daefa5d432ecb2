import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { Device } from '#contract/calls/device/device.ts'
import { runCommand } from '../../../data/places/device-settings.ts'
import { queryClient } from '../../../data/query/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { FormFoot } from '../../../ui/form/form-foot.tsx'
import forms from '../../../ui/form/form.module.css'
import { useForm } from '../../../ui/form/use-form.ts'
import { say } from '../../../ui/notice/toast-store.ts'

export type ToFormat = { kind: 'disk'; diskId: string; name: string } | { kind: 'card'; name: string }

/** Formats a disk or card, after the name of the device was typed: nothing brings back what was on it. */
export function FormatQuestion({ device, what, onClose }: { device: Device; what: ToFormat; onClose: () => void }) {
  const { t } = useLingui()
  const { name: deviceName, sn } = device
  const { name } = what
  const { form, field, trouble, isBusy } = useForm({
    initial: { typed: '' },
    schema: z.object({ typed: z.string().check(z.refine((typed: string) => typed.trim() === deviceName, 'other-name')) }),
    words: { typed: t`This is not the name of the device.` },
    send: async () => {
      await runCommand(sn, what.kind === 'disk' ? { name: 'disk-format', diskId: what.diskId } : { name: 'sd-format' })
      await queryClient.invalidateQueries({ queryKey: ['device-says', sn] })
      say('done', t`The device formats it.`)
      onClose()
    },
  })
  return (
    <Dialog title={<Trans>Format “{name}”?</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <p className={forms['text']}>
          <Trans>All recordings on it are lost, for everybody and for ever. Type the name of the device, {deviceName}, to go on.</Trans>
        </p>
        <TextInput label={t`Name of the device`} autoComplete="off" data-autofocus {...field('typed')} />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <Button type="submit" className={forms['danger'] ?? ''} loading={isBusy}>
            <Trans context="what is done to a disk">Format</Trans>
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}
