import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import forms from '../form/form.module.css'
import type { AskedParts } from './clip-downloads.ts'

interface PartsAskedProps {
  asked: AskedParts
  title: ReactNode
  /** Opens the list. */
  onShow: () => void
  onClose: () => void
}

/** What came of parts that were to be downloaded (rule 4.5), and the way to the list. */
export function PartsAsked({ asked: { created, duplicate, failed }, title, onShow, onClose }: PartsAskedProps) {
  const show = () => {
    onClose()
    onShow()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={forms['form']}>
        <div role="status">
          {created > 0 && (
            <p className={forms['text']}>
              <Trans>It is being downloaded. You can go on meanwhile, and find it in the list of downloads.</Trans>
            </p>
          )}
          {duplicate > 0 && (
            <p className={forms['text']}>
              <Trans>This part is in the list of downloads already.</Trans>
            </p>
          )}
          {failed > 0 && (
            <p className={forms['text']}>
              <Trans>It could not be downloaded: the list of downloads is full. Remove old ones first.</Trans>
            </p>
          )}
        </div>
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button data-autofocus onClick={show}>
            <Trans>Show the downloads</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
