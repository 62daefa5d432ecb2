import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { channelStatuses } from '#contract/enums.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { ChoiceBar } from '../../../../ui/controls/choice-bar.tsx'
import { Drawing } from '../../../../ui/drawing/drawing.tsx'
import { inTheMiddle, type Shape, type ShapeForm } from '../../../../ui/drawing/shape.ts'
import { RecentPicture } from '../../recent-picture.tsx'
import classes from './camera.module.css'

/** What may be drawn: how it is called, and how many of it there may be. */
export interface Tool {
  form: ShapeForm
  name: string
  most: number
}

interface DrawnPictureProps {
  channel: ChannelDetail
  /** What the pointer draws is chosen among them. */
  tools: readonly Tool[]
  shapes: readonly Shape[]
  mostCorners: number
  nameOf: (shape: Shape, index: number) => string
  onChange: (shapes: readonly Shape[]) => void
  /** What is drawn hides what is under it. */
  isHiding?: boolean
  /** More about a shape, in the list. */
  children?: (chosen: number) => ReactNode
}

/** Shapes that are drawn on the picture of a camera, with a list of them: each can be made, moved and taken away without a pointer, too. */
export function DrawnPicture({ channel, tools, shapes, mostCorners, nameOf, onChange, isHiding = false, children }: DrawnPictureProps) {
  const { t } = useLingui()
  const [form, setForm] = useState<ShapeForm | undefined>(tools[0]?.form)
  const [chosen, setChosen] = useState<number>()
  const tool = tools.find((one) => one.form === form)
  const roomFor = ({ form: wanted, most }: Tool) => shapes.filter((one) => kindOf(one.form) === kindOf(wanted)).length < most
  const hasRoom = tool !== undefined && roomFor(tool)
  const add = (shape: Shape) => {
    if (!hasRoom) return
    onChange([...shapes, shape])
    setChosen(shapes.length)
  }
  const remove = (index: number) => {
    onChange(shapes.filter((_, at) => at !== index))
    setChosen(undefined)
  }
  const isWanted = channel.isOpen && channel.status === channelStatuses.online && channel.rights.includes('live')
  return (
    <div className={classes['drawn']} data-hiding={isHiding || undefined}>
      <div className={classes['tools']}>
        {tools.length > 1 && (
          <ChoiceBar label={t`What is drawn`} choices={tools.map(({ form: id, name }) => ({ id, name }))} value={form} onChoose={setForm} />
        )}
        {tool && (
          <Button variant="default" disabled={!hasRoom} onClick={() => add(inTheMiddle(tool.form))}>
            <Trans>Add in the middle</Trans>
          </Button>
        )}
        {!hasRoom && <span role="status">{t`There is room for no more.`}</span>}
      </div>
      <Drawing
        shapes={shapes.map((shape, index) => ({ shape, name: nameOf(shape, index) }))}
        form={hasRoom ? form : undefined}
        mostCorners={mostCorners}
        chosen={chosen}
        onChoose={setChosen}
        onDraw={add}
        onChange={(index, shape) => onChange(shapes.map((one, at) => (at === index ? shape : one)))}
        onRemove={remove}
      >
        <RecentPicture channel={channel} isWanted={isWanted} className={classes['picture']} />
      </Drawing>
      <p className={classes['hint']}>
        <Trans>
          Draw with the mouse or a finger: drag, or press corner after corner of a shape and end at the first. By keys: Tab goes to a shape
          and its corners, arrows move, Delete removes.
        </Trans>
      </p>
      {shapes.length > 0 && (
        <ul className={classes['list']} aria-label={t`What is drawn`}>
          {shapes.map((shape, index) => (
            <li key={index} data-chosen={chosen === index || undefined}>
              <b>{nameOf(shape, index)}</b>
              {children?.(index)}
              <Button size="compact-sm" variant="default" onClick={() => remove(index)} aria-label={t`Remove ${nameOf(shape, index)}`}>
                <Trans>Remove</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Rectangles and polygons are the same thing for a camera; lines are another. */
function kindOf(form: ShapeForm): 'line' | 'area' {
  return form === 'line' ? 'line' : 'area'
}
