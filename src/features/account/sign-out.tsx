import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { askCore, coreState } from '../../data/core/core.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import forms from '../../ui/form/form.module.css'

/** Signs out; asks first when changes that have not reached the service would be lost with the session. */
export function SignOut() {
  const { outbox } = useSnapshot(coreState)
  const unsent = outbox.waiting + outbox.stopped
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => (unsent > 0 ? setAsking(true) : void askCore('signOut'))}>
        <Trans>Sign out</Trans>
      </Button>
      {isAsking && (
        <Dialog title={<Trans>Sign out and lose changes?</Trans>} onClose={() => setAsking(false)}>
          <div className={forms['form']}>
            <p className={forms['text']}>
              <Plural
                value={unsent}
                one="# change has not reached the service. It is lost when you sign out."
                other="# changes have not reached the service. They are lost when you sign out."
              />
            </p>
            <div className={forms['buttons']}>
              <Button variant="default" onClick={() => setAsking(false)} autoFocus>
                <Trans>Cancel</Trans>
              </Button>
              <Button className={forms['danger']} onClick={() => void askCore('signOut')}>
                <Trans>Sign out</Trans>
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
