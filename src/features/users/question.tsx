import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { CallError } from '../../data/core/call-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import forms from '../../ui/form/form.module.css'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { useOfflineReason } from './use-offline-reason.ts'

interface QuestionProps {
  title: ReactNode
  children: ReactNode
  /** What the button does, in a word or two. */
  answer: ReactNode
  isDanger?: boolean
  /** Throws `CallError`, which is said in the dialog. */
  onAnswer: () => Promise<void>
  onClose: () => void
}

/** Asks before something is done to a person. It stays open, with the reason, when the service refuses. */
export function Question({ title, children, answer, isDanger, onAnswer, onClose }: QuestionProps) {
  const offlineReason = useOfflineReason()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function go() {
    setBusy(true)
    setTrouble(undefined)
    try {
      await onAnswer()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble(errorText(error))
      setBusy(false)
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className={forms['form']}>
        {children}
        {trouble && (
          <p className={forms['trouble']} role="alert">
            {trouble}
          </p>
        )}
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose} autoFocus>
            <Trans>Cancel</Trans>
          </Button>
          <OnlineButton
            className={isDanger ? forms['danger'] : undefined}
            offlineReason={offlineReason}
            loading={isBusy}
            onClick={() => void go()}
          >
            {answer}
          </OnlineButton>
        </div>
      </div>
    </Dialog>
  )
}
