import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Dialog } from '../../ui/controls/dialog.tsx'
import buttons from '../../ui/controls/button.module.css'
import forms from '../../ui/form/form.module.css'

/** Asks before something is deleted from the camera's memory, and says what goes with it. */
export function DeleteDialog({
  title,
  children,
  onDelete,
  onClose,
}: {
  title: ReactNode
  children: ReactNode
  /** False when it failed, which is announced. */
  onDelete: () => Promise<boolean>
  onClose: () => void
}) {
  const [isBusy, setBusy] = useState(false)
  async function remove() {
    setBusy(true)
    if (await onDelete()) onClose()
    else setBusy(false)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']}>{children}</p>
        <div className={forms['buttons']}>
          <button type="button" className={buttons['other']} onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </button>
          <button type="button" className={`${buttons['main']} ${forms['danger']}`} disabled={isBusy} onClick={() => void remove()}>
            <Trans>Delete</Trans>
          </button>
        </div>
      </div>
    </Dialog>
  )
}
