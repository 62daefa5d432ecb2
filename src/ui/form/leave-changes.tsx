import { Trans } from '@lingui/react/macro'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import forms from './form.module.css'

/** Asks before changes that were not saved are lost. */
export function LeaveChanges({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <Dialog title={<Trans>Leave without saving?</Trans>} onClose={onStay}>
      <div className={forms['form']}>
        <p className={forms['text']}>
          <Trans>What you changed here has not been saved, and is lost.</Trans>
        </p>
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onStay} autoFocus>
            <Trans>Stay</Trans>
          </Button>
          <Button className={forms['danger']} onClick={onLeave}>
            <Trans>Leave</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
