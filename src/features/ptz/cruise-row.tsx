import { useLingui } from '@lingui/react/macro'
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { ptzLimits, type CruiseStop, type Preset } from '#contract/ptz.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import classes from './cruise-stops.module.css'

/** A stop while it is edited; `key` stays with it wherever it moves. */
export interface EditedStop extends CruiseStop {
  key: number
}

const { cruiseSpeed, holdS } = ptzLimits
const speeds = Array.from({ length: cruiseSpeed.most }, (_, index) => cruiseSpeed.least + index)

/** One stop of a cruise: its handle, preset, speed and time. */
export function CruiseRow({
  stop,
  place,
  presets,
  isDragged,
  onChange,
  onRemove,
  onMove,
  onDrag,
}: {
  stop: EditedStop
  /** From 0. */
  place: number
  presets: readonly Preset[]
  isDragged: boolean
  onChange: (change: Partial<CruiseStop>) => void
  onRemove: (() => void) | undefined
  /** One place up or down. */
  onMove: (way: -1 | 1) => void
  /** A pointer has taken the handle. */
  onDrag: (pointerId: number) => void
}) {
  const { t } = useLingui()
  const number = place + 1
  return (
    <li data-dragged={isDragged}>
      <button
        type="button"
        className={classes['handle']}
        aria-label={t`Move stop ${number}`}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.releasePointerCapture(event.pointerId)
          onDrag(event.pointerId)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onMove(event.key === 'ArrowUp' ? -1 : 1)
        }}
      >
        <IconGripVertical size={16} stroke={1.5} aria-hidden />
      </button>
      <select
        aria-label={t`Preset of stop ${number}`}
        value={stop.index}
        onChange={(event) => onChange({ index: Number(event.currentTarget.value) })}
      >
        {presets.map(({ index, name }) => (
          <option key={index} value={index}>
            {index} · {name}
          </option>
        ))}
      </select>
      <label>
        {t`Speed`}
        <select
          aria-label={t`Speed to stop ${number}`}
          value={stop.speed}
          onChange={(event) => onChange({ speed: Number(event.currentTarget.value) })}
        >
          {speeds.map((speed) => (
            <option key={speed}>{speed}</option>
          ))}
        </select>
      </label>
      <label>
        {t`Hold, s`}
        <input
          type="number"
          inputMode="numeric"
          aria-label={t`Seconds at stop ${number}`}
          min={holdS.least}
          max={holdS.most}
          value={Number.isNaN(stop.holdS) ? '' : stop.holdS}
          onChange={(event) => onChange({ holdS: event.currentTarget.valueAsNumber })}
        />
      </label>
      <IconButton label={t`Remove stop ${number}`} isDisabled={onRemove === undefined} onClick={onRemove}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </li>
  )
}
