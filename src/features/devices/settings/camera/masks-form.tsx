import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import type { CameraSettings } from '#contract/camera-settings.ts'
import { setCamera } from '../../../../data/places/device-settings.ts'
import type { Shape } from '../../../../ui/drawing/shape.ts'
import { useAction } from '../../../../ui/form/use-action.ts'
import { say } from '../../../../ui/notice/toast-store.ts'
import { DrawnPicture } from './drawn-picture.tsx'
import { SaveRow } from '../save-row.tsx'
import { areaOfShape, shapeOfArea } from './shapes.ts'

interface MasksFormProps {
  channel: ChannelDetail
  masks: NonNullable<CameraSettings['masks']>
}

/** The privacy masks of a camera, drawn on its picture. */
export function MasksForm({ channel, masks }: MasksFormProps) {
  const { t } = useLingui()
  const { isBusy, trouble, run } = useAction()
  const [drawn, setDrawn] = useState<readonly Shape[]>()
  const { sn, chlIndex } = channel
  const { most, corners, list } = masks
  const rectangle = { form: 'rectangle', name: t`Rectangle`, most } as const
  const save = () => {
    const sent = drawn
    return run(async () => {
      await setCamera(sn, { chlIndex, masks: (sent ?? []).map(areaOfShape) })
      // Somebody may have drawn on while it was sent.
      setDrawn((now) => (now === sent ? undefined : now))
      say('done', t`The device has taken it.`)
    })
  }
  return (
    <>
      <DrawnPicture
        channel={channel}
        tools={corners > 4 ? [rectangle, { form: 'polygon', name: t`Corners`, most }] : [rectangle]}
        shapes={drawn ?? list.map(shapeOfArea)}
        mostCorners={corners}
        nameOf={(_, index) => {
          const number = index + 1
          return t`Mask ${number}`
        }}
        onChange={setDrawn}
        isHiding
      />
      <SaveRow trouble={trouble} isBusy={isBusy} isChanged={drawn !== undefined} onSave={() => void save()} />
    </>
  )
}
