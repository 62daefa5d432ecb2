import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../../data/core/core.ts'
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
  return (
    <>
      <TroubleLine text={trouble} />
      <div className={forms['buttons']}>
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
