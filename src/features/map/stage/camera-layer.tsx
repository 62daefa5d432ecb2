import { useLingui } from '@lingui/react/macro'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useSnapshot } from 'valtio'
import { angleReaching, handlesOf, sightPath, turned, wayTo } from '../../../ui/map/geometry/field-of-view.ts'
import type { Ground, Spot } from '../../../ui/map/geometry/ground.ts'
import type { Point } from '../../../ui/map/geometry/mercator.ts'
import { arranging } from '../model/arranging.ts'
import type { PlacedCamera } from '../model/map-model.ts'
import { useCameraWords } from '../model/use-camera-words.ts'
import { CameraSign } from './camera-sign.tsx'
import { trackPointer } from '../../../lib/track-pointer.ts'
import grounds from '../../../ui/map/ground.module.css'
import classes from './stage.module.css'

interface CameraLayerProps {
  ground: Ground
  cameras: readonly PlacedCamera[]
  recorded: ReadonlySet<string>
  selected: string | undefined
  onSelect: (key: string) => void
  /** Where it stands and looks from now on. */
  onPlace: (key: string, spot: Spot) => void
}

/** A key moves a camera so far; with Shift, so far. */
const STEP_PX = 4
const LEAP_PX = 24
const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Cameras where they stand, with what they see; who arranges them drags them and the handles of the chosen one, or moves them by arrow keys. */
export function CameraLayer({ ground, cameras, recorded, selected, onSelect, onPlace }: CameraLayerProps) {
  const { isOn, draft } = useSnapshot(arranging)
  const root = useRef<HTMLDivElement>(null)
  const shown = cameras.map(({ camera, spot: kept }) => {
    const spot = draft?.key === camera.key ? draft.spot : kept
    const at = ground.toPx(spot)
    const rangePx = spot.range * ground.pxPerRange(spot)
    return { camera, spot, at, sight: { directionDeg: spot.directionDeg, angleDeg: spot.angleDeg, rangePx } }
  })
  const chosen = isOn ? shown.find(({ camera }) => camera.key === selected && camera.channel.rights.includes('configure')) : undefined

  /** Follows a press, and shows what would become of the camera until it is let go of. */
  function follow(press: PointerEvent, key: string, changed: (pointer: Point, way: Point) => Spot) {
    const box = root.current?.getBoundingClientRect()
    const inStage = ({ x, y }: Point): Point => ({ x: x - (box?.left ?? 0), y: y - (box?.top ?? 0) })
    trackPointer(press, {
      onMove: (pointer, way) => (arranging.draft = { key, spot: changed(inStage(pointer), way) }),
      onDrop: (pointer, way) => {
        const spot = changed(inStage(pointer), way)
        arranging.draft = undefined
        onPlace(key, spot)
      },
      onCancel: () => (arranging.draft = undefined),
    })
  }
  const movedBy = (spot: Spot, at: Point, { x, y }: Point): Spot => ({ ...spot, ...ground.fromPx({ x: at.x + x, y: at.y + y }) })

  return (
    <div ref={root} className={grounds['layer']}>
      <svg className={classes['sights']} aria-hidden>
        {shown.map(({ camera, at, sight }) => (
          <path
            key={camera.key}
            d={sightPath(at, sight)}
            data-online={camera.isOnline}
            data-alarm={camera.unread > 0}
            data-selected={camera.key === selected}
          />
        ))}
      </svg>
      {shown.map(({ camera, spot, at }) => {
        const mayMove = isOn && camera.channel.rights.includes('configure')
        return (
          <CameraMarker
            key={camera.key}
            placed={{ camera, spot }}
            at={at}
            isRecorded={recorded.has(camera.key)}
            isSelected={camera.key === selected}
            mayMove={mayMove}
            onSelect={() => onSelect(camera.key)}
            onPress={(press) => follow(press, camera.key, (_, way) => movedBy(spot, at, way))}
            onStep={(step) => onPlace(camera.key, movedBy(spot, at, step))}
          />
        )
      })}
      {chosen && (
        <Handles
          at={chosen.at}
          sight={chosen.sight}
          onAhead={(press) =>
            follow(press, chosen.camera.key, (pointer) => {
              const { directionDeg, px } = wayTo(chosen.at, pointer)
              return { ...chosen.spot, directionDeg: turned(directionDeg), range: px / ground.pxPerRange(chosen.spot) }
            })
          }
          onSide={(press) =>
            follow(press, chosen.camera.key, (pointer) => ({
              ...chosen.spot,
              angleDeg: angleReaching(chosen.at, chosen.spot.directionDeg, pointer),
            }))
          }
        />
      )}
    </div>
  )
}

interface CameraMarkerProps {
  placed: PlacedCamera
  at: Point
  isRecorded: boolean
  isSelected: boolean
  mayMove: boolean
  onSelect: () => void
  onPress: (press: PointerEvent) => void
  onStep: (step: Point) => void
}

function CameraMarker({ placed: { camera }, at, isRecorded, isSelected, mayMove, onSelect, onPress, onStep }: CameraMarkerProps) {
  const words = useCameraWords()
  function onKeyDown(event: KeyboardEvent) {
    const arrow = arrows[event.key]
    if (!mayMove || arrow === undefined) return
    event.preventDefault()
    const px = event.shiftKey ? LEAP_PX : STEP_PX
    onStep({ x: arrow.x * px, y: arrow.y * px })
  }
  return (
    <button
      type="button"
      className={classes['camera']}
      style={{ transform: `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)` }}
      data-camera={camera.key}
      data-movable={mayMove}
      aria-label={words.of(camera, isRecorded)}
      aria-pressed={isSelected}
      onClick={onSelect}
      onPointerDown={(press) => mayMove && press.button === 0 && onPress(press)}
      onKeyDown={onKeyDown}
    >
      <CameraSign camera={camera} isRecorded={isRecorded} />
      <span className={classes['name']}>{camera.channel.channelName}</span>
    </button>
  )
}

interface HandlesProps {
  at: Point
  sight: Parameters<typeof handlesOf>[1]
  onAhead: (press: PointerEvent) => void
  onSide: (press: PointerEvent) => void
}

/** For a pointer: the fields beside the picture of the camera do the same. */
function Handles({ at, sight, onAhead, onSide }: HandlesProps) {
  const { t } = useLingui()
  const { ahead, left, right } = handlesOf(at, sight)
  const place = ({ x, y }: Point) => ({ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` })
  return (
    <>
      <span className={classes['handle']} style={place(ahead)} data-handle="ahead" title={t`Direction and range`} onPointerDown={onAhead} />
      {[left, right].map((side, index) => (
        <span key={index} className={classes['handle']} style={place(side)} data-handle="side" title={t`Angle`} onPointerDown={onSide} />
      ))}
    </>
  )
}
