import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { connectPlugin } from '../../data/media/connect-plugin.ts'
import buttons from '../../ui/controls/button.module.css'
import { Dialog } from '../../ui/controls/dialog.tsx'
import forms from '../../ui/form/form.module.css'
import { PluginReason, type UnloadedReason } from '../../ui/notice/plugin-reason.tsx'

/** Why the plugin is not used, and the way to try it again. */
export function PluginExplanation({ reason, onClose }: { reason: UnloadedReason; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  /** Only a page can raise the browser's question for the local network, and only on a click: on this one. */
  async function tryPlugin() {
    setBusy(true)
    await connectPlugin()
    setBusy(false)
  }
  return (
    <Dialog title={<Trans>The plugin on this computer</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']}>
          <Trans>The plugin plays video with less load on this computer. Without it video comes by the relay, and everything works.</Trans>
        </p>
        <p className={forms['text']} role="status">
          <PluginReason reason={reason} />
        </p>
        <div className={forms['buttons']}>
          <button type="button" className={buttons['other']} onClick={onClose}>
            <Trans>Stay with the relay</Trans>
          </button>
          <button type="button" className={buttons['main']} disabled={isBusy} onClick={() => void tryPlugin()} autoFocus>
            {reason === 'permission-needed' ? <Trans>Continue</Trans> : <Trans>Try again</Trans>}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
