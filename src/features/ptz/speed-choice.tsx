import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { useSnapshot } from 'valtio'
import { ptzLimits } from '#contract/ptz.ts'
import { ptzUi, setSpeed } from './ptz-store.ts'
import classes from './ptz.module.css'

const { least, most } = ptzLimits.speed
const speeds = Array.from({ length: most - least + 1 }, (_, index) => least + index)

/** How fast the camera moves while it is steered. */
export function SpeedChoice() {
  const { speed } = useSnapshot(ptzUi)
  const name = useId()
  return (
    <fieldset className={classes['speed']}>
      <legend>
        <Trans>Speed</Trans>
      </legend>
      {speeds.map((one) => (
        <label key={one} data-checked={one === speed}>
          <input type="radio" name={name} value={one} checked={one === speed} onChange={() => setSpeed(one)} />
          {one}
        </label>
      ))}
    </fieldset>
  )
}
