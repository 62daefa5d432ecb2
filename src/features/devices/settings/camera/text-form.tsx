import { useLingui } from '@lingui/react/macro'
import { cameraChange, OVERLAY_CHARACTERS } from '#contract/camera-settings.ts'
import { setCamera } from '../../../../data/places/device-settings.ts'
import { Checkbox } from '../../../../ui/controls/checkbox.tsx'
import { TextInput } from '../../../../ui/controls/text-input.tsx'
import forms from '../../../../ui/form/form.module.css'
import { useForm } from '../../../../ui/form/use-form.ts'
import { say } from '../../../../ui/notice/toast-store.ts'
import type { CameraPartProps } from './camera-part.ts'
import { SaveRow } from '../save-row.tsx'

/** What is written into the picture, and whether there is sound. */
export function TextForm({ channel: { sn, chlIndex }, settings: { overlay, hasSound } }: CameraPartProps) {
  const { t } = useLingui()
  const { form, field, set, values, trouble, isBusy, isChanged } = useForm({
    initial: { overlay: overlay?.text ?? '', hasTime: overlay?.hasTime ?? false, hasSound: hasSound ?? false },
    schema: cameraChange,
    input: ({ overlay: text, hasTime, hasSound: isHeard }) => ({
      chlIndex,
      ...(overlay && { overlay: { text: text.trim(), hasTime } }),
      ...(hasSound !== undefined && { hasSound: isHeard }),
    }),
    send: async (change) => {
      await setCamera(sn, change)
      say('done', t`The device has taken it.`)
    },
  })
  return (
    <form className={forms['form']} {...form}>
      {overlay && (
        <>
          <TextInput label={t`Text in the picture`} maxLength={OVERLAY_CHARACTERS} {...field('overlay')} />
          <Checkbox
            label={t`The time in the picture`}
            checked={values.hasTime}
            onChange={({ currentTarget }) => set('hasTime', currentTarget.checked)}
          />
        </>
      )}
      {hasSound !== undefined && (
        <Checkbox
          label={t`Sound goes with the picture`}
          checked={values.hasSound}
          onChange={({ currentTarget }) => set('hasSound', currentTarget.checked)}
        />
      )}
      <SaveRow trouble={trouble.form} isBusy={isBusy} isChanged={isChanged} />
    </form>
  )
}
