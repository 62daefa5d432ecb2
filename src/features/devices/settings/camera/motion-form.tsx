import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { drawingLimits, lineDirections, type CameraSettings } from '#contract/camera-settings.ts'
import { setCamera } from '../../../../data/places/device-settings.ts'
import { Select } from '../../../../ui/controls/select.tsx'
import type { Shape } from '../../../../ui/drawing/shape.ts'
import { useAction } from '../../../../ui/form/use-action.ts'
import { say } from '../../../../ui/notice/toast-store.ts'
import { DrawnPicture, type Tool } from './drawn-picture.tsx'
import { SaveRow } from '../save-row.tsx'
import { areaOfShape, lineOfShape, shapeOfArea, shapeOfLine } from './shapes.ts'

interface MotionFormProps {
  channel: ChannelDetail
  motion: NonNullable<CameraSettings['motion']>
}

/** Where something that moves is told of, and which lines tell who crosses them, drawn on the picture of a camera. */
export function MotionForm({ channel, motion }: MotionFormProps) {
  const { t } = useLingui()
  const { isBusy, trouble, run } = useAction()
  const [drawn, setDrawn] = useState<readonly Shape[]>()
  const { sn, chlIndex } = channel
  const { areas, lines, mostAreas, mostLines } = motion
  const shapes = drawn ?? [...areas.map(shapeOfArea), ...lines.map(shapeOfLine)]
  const all: Tool[] = [
    { form: 'rectangle', name: t`Rectangle`, most: mostAreas },
    { form: 'polygon', name: t`Corners`, most: mostAreas },
    { form: 'line', name: t`Line`, most: mostLines },
  ]
  const directions = { both: t`Crossed both ways`, 'to-left': t`Crossed to its left`, 'to-right': t`Crossed to its right` }
  const nameOf = (shape: Shape, index: number) => {
    const number = shapes.slice(0, index + 1).filter((one) => (one.form === 'line') === (shape.form === 'line')).length
    return shape.form === 'line' ? t`Line ${number}` : t`Area ${number}`
  }
  const save = () => {
    const sent = drawn
    return run(async () => {
      const told = { areas: shapes.filter(({ form }) => form !== 'line').map(areaOfShape), lines: shapes.flatMap(lineOfShape) }
      await setCamera(sn, { chlIndex, motion: told })
      // Somebody may have drawn on while it was sent.
      setDrawn((now) => (now === sent ? undefined : now))
      say('done', t`The device has taken it.`)
    })
  }
  return (
    <>
      <DrawnPicture
        channel={channel}
        tools={all.filter(({ most }) => most > 0)}
        shapes={shapes}
        mostCorners={drawingLimits.corners}
        nameOf={nameOf}
        onChange={setDrawn}
      >
        {(index) => {
          const shape = shapes[index]
          if (shape?.form !== 'line') return null
          const name = nameOf(shape, index)
          return (
            <Select
              size="xs"
              aria-label={t`Direction of ${name}`}
              data={lineDirections.map((value) => ({ value, label: directions[value] }))}
              value={shape.arrow ?? 'both'}
              onChange={({ currentTarget }) => {
                const arrow = lineDirections.find((one) => one === currentTarget.value) ?? 'both'
                setDrawn(shapes.map((one, at) => (at === index ? { ...shape, arrow } : one)))
              }}
            />
          )
        }}
      </DrawnPicture>
      <SaveRow trouble={trouble} isBusy={isBusy} isChanged={drawn !== undefined} onSave={() => void save()} />
    </>
  )
}
