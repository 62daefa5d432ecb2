import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../../data/core/core.ts'
import { noteUnsaved, settleUnsaved } from '../../../lib/unsaved.ts'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import forms from '../../../ui/form/form.module.css'

interface SaveRowProps {
  trouble: ReactNode
  isBusy: boolean
  isChanged: boolean
  /** Without it the form is sent. */
  onSave?: () => void
}

/** The foot of a part of a device's settings: what is wrong, and the button that sends it. */
export function SaveRow({ trouble, isBusy, isChanged, onSave }: SaveRowProps) {
  const { t } = useLingui()
  const { isServiceReachable } = useSnapshot(coreState)
  // A form knows by itself what is typed in it; what is drawn is in none.
  const isDrawn = onSave !== undefined
  const place = useRef<HTMLDivElement>(null)
  const [drawing] = useState({})
  useEffect(() => {
    if (isDrawn && isChanged) noteUnsaved(drawing, place.current)
    else settleUnsaved(drawing)
  }, [drawing, isDrawn, isChanged])
  return (
    <>
      <TroubleLine text={trouble} />
      <div ref={place} className={forms['buttons']}>
        <OnlineButton
          type={onSave ? 'button' : 'submit'}
          loading={isBusy}
          disabled={!isChanged}
          offlineReason={isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`}
          {...(onSave && { onClick: onSave })}
        >
          <Trans>Save</Trans>
        </OnlineButton>
      </div>
    </>
  )
}
