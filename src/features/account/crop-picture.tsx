import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { cropSquare, moveCrop, type Crop } from '../../lib/crop.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Slider } from '../../ui/controls/slider.tsx'
import forms from '../../ui/form/form.module.css'
import classes from './avatar.module.css'

/** Side of the view and of the picture that is sent, pixels. */
const VIEW_SIDE = 280
const SENT_SIDE = 512
const MOST_ZOOM = 4
const KEY_STEP = 12
const JPEG_QUALITY = 0.9

const moves: Partial<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: KEY_STEP, y: 0 },
  ArrowRight: { x: -KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP },
  ArrowDown: { x: 0, y: -KEY_STEP },
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = cropSquare(picture, crop)
  const context = canvas.getContext('2d')
  // Without it transparent parts would be black in a JPEG.
  if (context) context.fillStyle = '#fff'
  context?.fillRect(0, 0, canvas.width, canvas.height)
  context?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

interface CropPictureProps {
  picture: ImageBitmap
  onCropped: (file: File) => void
  onClose: () => void
}

/** Crops a picture to a square: moved by hand or arrow keys, enlarged by a slider. */
export function CropPicture({ picture, onCropped, onClose }: CropPictureProps) {
  const { t } = useLingui()
  const view = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 })
  useEffect(() => {
    if (view.current) draw(view.current, picture, crop)
  }, [picture, crop])

  function move(by: { x: number; y: number }) {
    setCrop((now) => moveCrop(picture, now, by, VIEW_SIDE))
  }
  function onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const scale = VIEW_SIDE / event.currentTarget.clientWidth
    move({ x: event.movementX * scale, y: event.movementY * scale })
  }
  function onKeyDown(event: KeyboardEvent) {
    const by = moves[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(by)
  }
  async function send() {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: SENT_SIDE, height: SENT_SIDE })
    draw(canvas, picture, crop)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
    if (blob !== null) onCropped(new File([blob], 'picture.jpg', { type: blob.type }))
  }

  return (
    <Dialog title={<Trans>Choose the part to show</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <canvas
          ref={view}
          width={VIEW_SIDE}
          height={VIEW_SIDE}
          className={classes['view']}
          role="img"
          tabIndex={0}
          aria-label={t`Your picture as it will be shown. Arrow keys move it.`}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
        />
        <Slider
          label={t`Size`}
          isLabelShown
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={(zoom) => setCrop((now) => moveCrop(picture, { ...now, zoom }, { x: 0, y: 0 }, VIEW_SIDE))}
        />
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button onClick={() => void send()}>
            <Trans>Use this picture</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
