import { Trans } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { applyUpdate, updateState } from '../../data/service-worker.ts'
import classes from './frame.module.css'

/** Says that a newer version waits; nobody is interrupted in what they watch. */
export function UpdateLine() {
  const { kind } = useSnapshot(updateState)
  if (kind === 'none') return null
  return (
    <p className={classes['line']} role="status">
      <Trans>A new version is ready.</Trans>
      <button type="button" disabled={kind === 'applying'} onClick={applyUpdate}>
        <Trans>Reload</Trans>
      </button>
    </p>
  )
}
