import { useLingui } from '@lingui/react/macro'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowDownLeft from '@tabler/icons-react/dist/esm/icons/IconArrowDownLeft.mjs'
import IconArrowDownRight from '@tabler/icons-react/dist/esm/icons/IconArrowDownRight.mjs'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconArrowUpLeft from '@tabler/icons-react/dist/esm/icons/IconArrowUpLeft.mjs'
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import type { PtzMotion, PtzState } from '#contract/ptz.ts'
import { HoldButton } from './hold-button.tsx'
import type { Steering } from './steering.ts'
import classes from './pad.module.css'

/** Eight directions around the stop. */
export function Pad({ steering, onStop }: { steering: Steering; onStop: () => void }) {
  const { t } = useLingui()
  const rows: [string, PtzMotion, typeof IconArrowUp][][] = [
    [
      [t`Up and left`, { pan: -1, tilt: 1 }, IconArrowUpLeft],
      [t`Up`, { tilt: 1 }, IconArrowUp],
      [t`Up and right`, { pan: 1, tilt: 1 }, IconArrowUpRight],
      [t`Left`, { pan: -1 }, IconArrowLeft],
    ],
    [
      [t`Right`, { pan: 1 }, IconArrowRight],
      [t`Down and left`, { pan: -1, tilt: -1 }, IconArrowDownLeft],
      [t`Down`, { tilt: -1 }, IconArrowDown],
      [t`Down and right`, { pan: 1, tilt: -1 }, IconArrowDownRight],
    ],
  ]
  const [first = [], second = []] = rows.map((row) =>
    row.map(([label, motion, Icon]) => (
      <HoldButton key={label} label={label} motion={motion} steering={steering}>
        <Icon size={20} stroke={1.5} aria-hidden />
      </HoldButton>
    )),
  )
  return (
    <div className={classes['pad']} role="group" aria-label={t`Turn the camera`}>
      {first}
      <button type="button" className={classes['hold']} aria-label={t`Stop`} data-tip={t`Stop`} onClick={onStop}>
        <IconPlayerStop size={20} stroke={1.5} aria-hidden />
      </button>
      {second}
    </div>
  )
}

/** Zoom, focus and iris, each with a less and a more. */
export function Lens({ steering, capabilities }: { steering: Steering; capabilities: PtzState['capabilities'] | undefined }) {
  const { t } = useLingui()
  const rows = [
    { axis: 'zoom', name: t`Zoom`, less: t`Zoom out`, more: t`Zoom in`, isThere: true },
    { axis: 'focus', name: t`Focus`, less: t`Focus nearer`, more: t`Focus farther`, isThere: capabilities?.hasFocus !== false },
    { axis: 'iris', name: t`Iris`, less: t`Close the iris`, more: t`Open the iris`, isThere: capabilities?.hasIris !== false },
  ]
  return (
    <div className={classes['lens']}>
      {rows.map(({ axis, name, less, more, isThere }) => (
        <div key={axis} role="group" aria-label={name}>
          <HoldButton label={less} motion={{ [axis]: -1 }} steering={steering} isDisabled={!isThere}>
            <IconMinus size={18} stroke={1.5} aria-hidden />
          </HoldButton>
          <span>{name}</span>
          <HoldButton label={more} motion={{ [axis]: 1 }} steering={steering} isDisabled={!isThere}>
            <IconPlus size={18} stroke={1.5} aria-hidden />
          </HoldButton>
        </div>
      ))}
    </div>
  )
}
