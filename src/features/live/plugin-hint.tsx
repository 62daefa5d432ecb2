import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import type { UnloadedReason } from '../../ui/notice/plugin-reason.tsx'

const Explanation = lazy(() => import('./plugin-explanation.tsx').then(({ PluginExplanation }) => ({ default: PluginExplanation })))

/** Why video comes by the relay and not by the local plugin, and what can be done. The relay goes on playing meanwhile. */
export function PluginHint() {
  const { plugin } = useSnapshot(coreState)
  const [reason, setReason] = useState<UnloadedReason>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (plugin.kind === 'loaded') setReason(undefined)
    // While it is looked for again the last reason stands.
    else if (plugin.kind === 'unloaded' && plugin.reason !== 'not-tried') setReason(plugin.reason)
  }, [plugin])
  if (reason === undefined) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {reason === 'permission-needed' ? <Trans>Use the plugin</Trans> : <Trans>Without the plugin</Trans>}
      </button>
      <Suspense>{isOpen && <Explanation reason={reason} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
