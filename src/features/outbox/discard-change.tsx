import { Trans } from '@lingui/react/macro'
import { dropChange } from '../../data/app/outbox.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import forms from '../../ui/form/form.module.css'

/** Asks before a change is dropped that the service has never seen. */
export function DiscardChange({ id, what, onClose }: { id: string; what: string; onClose: () => void }) {
  async function discard() {
    await dropChange(id)
    onClose()
  }
  return (
    <Dialog title={<Trans>Discard this change?</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']}>
          <Trans>“{what}” has not reached the service. Once discarded it cannot be brought back.</Trans>
        </p>
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose} autoFocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button className={forms['danger']} onClick={() => void discard()}>
            <Trans>Discard</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
