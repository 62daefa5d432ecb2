import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { applyUpdate, updateState } from '../../data/service-worker.ts'
import { hasUnsaved } from '../../data/unsaved.ts'
import { ConfirmReload } from './confirm-reload.tsx'
import classes from './frame.module.css'

/** The one offer to reload: a newer version waits, or a part of this one is gone. Nobody is interrupted in what they watch. */
export function UpdateLine() {
  const { kind } = useSnapshot(updateState)
  const [isAsking, setAsking] = useState(false)
  if (kind === 'none') return null
  return (
    <>
      <p className={classes['line']} data-update role="status">
        {kind === 'needed' ? <Trans>A part of the app could not be loaded.</Trans> : <Trans>A new version is ready.</Trans>}
        <button type="button" disabled={kind === 'applying'} onClick={() => (hasUnsaved() ? setAsking(true) : void applyUpdate())}>
          <Trans>Reload</Trans>
        </button>
      </p>
      {isAsking && <ConfirmReload onClose={() => setAsking(false)} />}
    </>
  )
}
