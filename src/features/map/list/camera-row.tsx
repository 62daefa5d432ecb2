import { Trans, useLingui } from '@lingui/react/macro'
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import { useRef, type PointerEvent } from 'react'
import { arranging, placeUnder } from '../model/arranging.ts'
import type { CameraNode } from '../model/map-model.ts'
import { useCameraWords } from '../model/use-camera-words.ts'
import { CameraSign } from '../stage/camera-sign.tsx'
import { trackPointer } from '../../../lib/track-pointer.ts'
import classes from './list.module.css'

interface CameraRowProps {
  camera: CameraNode
  isRecorded: boolean
  isChosen: boolean
  mayPlace: boolean
  /** It stands on what is open already. */
  isHere: boolean
  onChoose: () => void
  /** Without a place: in the middle of what is open. */
  onPlace: (at?: { x: number; y: number }) => void
}

/** A camera in the list: chosen by a press, and by who arranges dragged to where it stands. */
export function CameraRow({ camera, isRecorded, isChosen, mayPlace, isHere, onChoose, onPlace }: CameraRowProps) {
  const { t } = useLingui()
  const words = useCameraWords()
  const wasDragged = useRef(false)
  const name = camera.channel.channelName
  function onPointerDown(press: PointerEvent) {
    wasDragged.current = false
    if (!mayPlace || press.button !== 0 || press.pointerType === 'touch') return
    trackPointer(press, {
      onMove: (at) => {
        wasDragged.current = true
        arranging.carried = { name, ...at }
      },
      onDrop: (at) => {
        arranging.carried = undefined
        const place = placeUnder(at)
        if (place) onPlace(place)
      },
      onCancel: () => (arranging.carried = undefined),
    })
  }
  return (
    <li className={classes['cameraRow']} data-chosen={isChosen}>
      <button
        type="button"
        className={classes['camera']}
        data-row={camera.key}
        aria-label={words.of(camera, isRecorded)}
        aria-current={isChosen ? true : undefined}
        onClick={() => !wasDragged.current && onChoose()}
        onPointerDown={onPointerDown}
      >
        {mayPlace && <IconGripVertical size={14} stroke={1.5} aria-hidden />}
        <CameraSign camera={camera} isRecorded={isRecorded} />
        <span className={classes['name']}>{name}</span>
        {!camera.isOnline && (
          <span className={classes['state']}>
            <Trans>Offline</Trans>
          </span>
        )}
      </button>
      {mayPlace && !isHere && (
        <button type="button" className={classes['place']} aria-label={t`Place “${name}” here`} onClick={() => onPlace()}>
          <Trans>Place</Trans>
        </button>
      )}
    </li>
  )
}
