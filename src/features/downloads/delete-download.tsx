import { Trans } from '@lingui/react/macro'
import type { ListedDownload } from '#contract/core-api.ts'
import { deleteDownload } from '../../data/records/downloads.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import forms from '../../ui/form/form.module.css'

interface DeleteProps {
  task: ListedDownload
  onRun: (work: Promise<void>) => Promise<void>
  onClose: () => void
}

/** Asks before a task is removed, and says what becomes of its file. */
export function DeleteDownload({ task: { taskId, fileName, status, keeper }, onRun, onClose }: DeleteProps) {
  async function remove() {
    await onRun(deleteDownload(taskId))
    onClose()
  }
  return (
    <Dialog title={<Trans>Remove “{fileName}” from the list?</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']}>
          {status === 'finish' && keeper === 'browser' ? (
            <Trans>What the browser keeps of it is deleted. A file that you have saved stays.</Trans>
          ) : status === 'finish' ? (
            <Trans>The file stays in its folder.</Trans>
          ) : (
            <Trans>What has been downloaded of it so far is deleted.</Trans>
          )}
        </p>
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose} autoFocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button className={forms['danger']} onClick={() => void remove()}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
