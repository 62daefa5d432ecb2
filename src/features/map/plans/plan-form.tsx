import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { planName } from '#contract/calls/map/plan-add.ts'
import { lengths } from '#contract/limits.ts'
import { addPlan, renamePlan } from '../../../data/places/maps.ts'
import { acceptOf, pictureFault } from '../../../lib/picture-file.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { DropZone } from '../../../ui/controls/drop-zone.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import forms from '../../../ui/form/form.module.css'
import { FormFoot } from '../../../ui/form/form-foot.tsx'
import { UploadProgress } from '../../../ui/form/upload-progress.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useUpload } from '../../../ui/form/use-upload.ts'
import { say } from '../../../ui/notice/toast-store.ts'

const schema = z.object({ planName })
const fieldOfError = { 'plan-name-taken': 'planName' } as const

interface AddPlanProps {
  siteId: string
  offlineReason: string | undefined
  onAdded: (planId: string) => void
  onClose: () => void
}

/** Gives a site a plan: a picture, and a name that is proposed by that of its file. */
export function AddPlan({ siteId, offlineReason, onAdded, onClose }: AddPlanProps) {
  const { t } = useLingui()
  const [file, setFile] = useState<File>()
  const { progress, send, cancel } = useUpload()
  const { form, field, values, set, trouble, refuse, isBusy } = useForm({
    initial: { planName: '' },
    schema,
    fieldOfError,
    send: async (fields): Promise<void> => {
      if (file === undefined) {
        refuse({ form: t`Choose a picture of the plan.` })
        return
      }
      const isSent = await send(file, async (chosen, watch) => onAdded(await addPlan(chosen, { siteId, ...fields }, watch)))
      if (!isSent) return
      const name = fields.planName
      say('done', t`The plan “${name}” is added.`)
      onClose()
    },
  })
  function onFile(chosen: File) {
    const fault = pictureFault(chosen, 'plan')
    if (fault === 'picture-kind') return refuse({ form: t`Choose a PNG, JPG or WebP picture.` })
    if (fault !== undefined) return refuse({ form: t`The picture is larger than 2 MB. Choose a smaller one.` })
    refuse({})
    setFile(chosen)
    const proposed = chosen.name.replace(/\.[^.]*$/, '').slice(0, lengths.name)
    if (values.planName === '' && planName.safeParse(proposed).success) set('planName', proposed)
  }
  return (
    <Dialog title={<Trans>Add a plan</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput label={t`Name`} autoComplete="off" maxLength={lengths.name} {...field('planName')} />
        {progress ? (
          <UploadProgress progress={progress} onCancel={cancel} />
        ) : (
          <DropZone accept={acceptOf('plan')} label={t`File: plan`} button={<Trans>Choose a file</Trans>} onFile={onFile}>
            {file?.name}
          </DropZone>
        )}
        <p className={forms['text']}>
          <Trans>PNG, JPG or WebP, at most 2 MB and 8192 pixels wide and high.</Trans>
        </p>
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <OnlineButton type="submit" offlineReason={offlineReason} loading={isBusy}>
            <Trans>Add plan</Trans>
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}

interface RenamePlanProps {
  plan: { planId: string; planName: string }
  offlineReason: string | undefined
  onClose: () => void
}

/** Gives a plan another name. */
export function RenamePlan({ plan, offlineReason, onClose }: RenamePlanProps) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy } = useForm({
    initial: { planName: plan.planName },
    schema,
    fieldOfError,
    send: async (fields) => {
      await renamePlan({ planId: plan.planId, ...fields })
      onClose()
    },
  })
  return (
    <Dialog title={<Trans>Rename a plan</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput label={t`Name`} autoComplete="off" maxLength={lengths.name} {...field('planName')} />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <OnlineButton type="submit" offlineReason={offlineReason} loading={isBusy}>
            <Trans>Save</Trans>
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}
