import { useLayoutEffect, type ReactNode } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { OnlineButton } from '../controls/online-button.tsx'
import { FormFoot } from './form-foot.tsx'
import forms from './form.module.css'
import { keepFocus } from './keep-focus.ts'
import { useAction } from './use-action.ts'

interface QuestionProps {
  title: ReactNode
  children: ReactNode
  /** What the button does, in a word or two. */
  answer: ReactNode
  isDanger?: boolean
  /** Its errors are announced already, and not said here too. */
  isAnnounced?: boolean
  /** Why it cannot be done now. */
  offlineReason?: string | undefined
  /** Does it, and closes the dialog. Throws `CallError`. */
  onAnswer: () => Promise<void>
  onClose: () => void
}

/** Asks before something is done. It stays open when the service refuses, so that one can try again. */
export function Question({ title, children, answer, isDanger, isAnnounced, offlineReason, onAnswer, onClose }: QuestionProps) {
  const { isBusy, trouble, run } = useAction()
  useLayoutEffect(() => keepFocus, [])
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={forms['form']}>
        {children}
        <FormFoot trouble={isAnnounced ? undefined : trouble} isCareful onCancel={onClose}>
          <OnlineButton
            className={isDanger ? forms['danger'] : undefined}
            offlineReason={offlineReason}
            loading={isBusy}
            onClick={() => void run(onAnswer)}
          >
            {answer}
          </OnlineButton>
        </FormFoot>
      </div>
    </Dialog>
  )
}
