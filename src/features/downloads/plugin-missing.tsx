import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { connectPlugin } from '../../data/media/connect-plugin.ts'
import { Button } from '../../ui/controls/button.tsx'
import classes from './downloads.module.css'

/** Says that the plugin, which downloads into a folder, is not there, and looks for it on a click; nothing while it is there. */
export function PluginMissing() {
  const { plugin } = useSnapshot(coreState)
  const [isBusy, setBusy] = useState(false)
  async function look() {
    setBusy(true)
    await connectPlugin().finally(() => setBusy(false))
  }
  if (plugin.kind === 'loaded') return null
  return (
    <div className={classes['hint']} role="status">
      <p>
        <Trans>
          The plugin on this computer, which downloads into a folder, is not connected. Until it is, the browser downloads, and each file is
          saved from this list.
        </Trans>
      </p>
      <Button size="sm" variant="default" loading={isBusy} onClick={() => void look()}>
        <Trans>Look for the plugin</Trans>
      </Button>
    </div>
  )
}

/** Says that the service is out of reach: messages beside the dialog are behind it. Nothing while it can be reached. */
export function ServiceMissing() {
  const { isServiceReachable } = useSnapshot(coreState)
  if (isServiceReachable) return null
  return (
    <div className={classes['hint']} role="status">
      <p>
        <Trans>The service cannot be reached. Until it can, no download begins or goes on.</Trans>
      </p>
    </div>
  )
}
