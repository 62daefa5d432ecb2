import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { applyUpdate, updateState } from '../../data/app/service-worker.ts'
import { hasUnsaved } from '../../lib/unsaved.ts'
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
        <Told kind={kind} />
        <button type="button" disabled={kind === 'applying'} onClick={() => (hasUnsaved() ? setAsking(true) : void applyUpdate())}>
          <Trans>Reload</Trans>
        </button>
      </p>
      {isAsking && <ConfirmReload onClose={() => setAsking(false)} />}
    </>
  )
}

function Told({ kind }: { kind: 'ready' | 'needed' | 'applying' }) {
  if (kind === 'applying') return <Trans>The newer version is taking over…</Trans>
  return kind === 'needed' ? <Trans>A part of the app could not be loaded.</Trans> : <Trans>A new version is ready.</Trans>
}
