import { useLingui } from '@lingui/react/macro'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { cameraChange, imagingNames, type Imaging } from '#contract/camera-settings.ts'
import { setCamera } from '../../../../data/places/device-settings.ts'
import { Slider } from '../../../../ui/controls/slider.tsx'
import forms from '../../../../ui/form/form.module.css'
import { useForm } from '../../../../ui/form/use-form.ts'
import { say } from '../../../../ui/notice/toast-store.ts'
import { SaveRow } from '../save-row.tsx'
import classes from './camera.module.css'

/** How light, strong and colourful the picture is: what the camera has of it. */
export function LightForm({ channel: { sn, chlIndex }, imaging }: { channel: ChannelDetail; imaging: Imaging }) {
  const { t } = useLingui()
  const { form, set, values, trouble, isBusy, isChanged } = useForm({
    initial: imaging,
    schema: cameraChange,
    input: (light) => ({ chlIndex, imaging: light }),
    send: async (change) => {
      await setCamera(sn, change)
      say('done', t`The device has taken it.`)
    },
  })
  const names = { brightness: t`Brightness`, contrast: t`Contrast`, saturation: t`Colour`, sharpness: t`Sharpness` }
  return (
    <form className={forms['form']} {...form}>
      {imagingNames.map((name) => {
        const value = values[name]
        return (
          value !== undefined && (
            <div key={name} className={classes['light']}>
              <Slider label={names[name]} isLabelShown isValueShown value={value} min={0} max={100} onChange={(next) => set(name, next)} />
            </div>
          )
        )
      })}
      <SaveRow trouble={trouble.form} isBusy={isBusy} isChanged={isChanged} />
    </form>
  )
}
