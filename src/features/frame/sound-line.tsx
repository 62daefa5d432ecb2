import { Trans } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { soundState, startSound } from '../../data/notices/alarm-sound.ts'
import classes from './frame.module.css'

/** Says that the browser holds the sound of alarms back, once one was to be heard; one press mends it. */
export function SoundLine() {
  const { kind } = useSnapshot(soundState)
  if (kind !== 'held') return null
  return (
    <div className={classes['line']} data-tone="warning" role="status">
      <span>
        <Trans>An alarm was to be heard, but the browser keeps this page silent until somebody presses something here.</Trans>
      </span>
      <button type="button" onClick={() => void startSound()}>
        <Trans>Turn on the sound</Trans>
      </button>
    </div>
  )
}
