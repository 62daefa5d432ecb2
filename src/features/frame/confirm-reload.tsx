import { Trans } from '@lingui/react/macro'
import { applyUpdate } from '../../data/app/service-worker.ts'
import buttons from '../../ui/controls/button.module.css'
import { Dialog } from '../../ui/controls/dialog.tsx'
import classes from './frame.module.css'

/** Asks before a reload that loses what somebody has typed. */
export function ConfirmReload({ onClose }: { onClose: () => void }) {
  const reload = () => {
    onClose()
    void applyUpdate()
  }
  return (
    <Dialog title={<Trans>Reload without saving?</Trans>} onClose={onClose}>
      <p className={classes['question']}>
        <Trans>What you typed on this page is not saved yet, and may be lost when it reloads.</Trans>
      </p>
      <div className={classes['answers']}>
        <button type="button" className={buttons['other']} onClick={reload}>
          <Trans>Reload</Trans>
        </button>
        <button type="button" className={buttons['main']} onClick={onClose}>
          <Trans>Keep typing</Trans>
        </button>
      </div>
    </Dialog>
  )
}
