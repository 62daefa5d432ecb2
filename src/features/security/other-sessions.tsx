import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CallError } from '../../data/core/call-error.ts'
import { endOtherSessions } from '../../data/person/sessions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { SettingsRow } from '../../ui/page/settings.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'

/** Signs out everywhere else: the tabs of this browser share one session, which goes on. */
export function OtherSessions() {
  const [isAsking, setAsking] = useState(false)
  return (
    <SettingsRow
      name={<Trans>Other places where you are signed in</Trans>}
      text={<Trans>Other browsers, computers and screens that use your account.</Trans>}
    >
      <Button variant="default" onClick={() => setAsking(true)}>
        <Trans>Sign out everywhere else</Trans>
      </Button>
      {isAsking && <Question onClose={() => setAsking(false)} />}
    </SettingsRow>
  )
}

function Question({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  async function end() {
    setBusy(true)
    try {
      const ended = await endOtherSessions()
      const text = plural(ended, { one: 'Signed out in # other place.', other: 'Signed out in # other places.' })
      say('done', ended === 0 ? t`You were signed in nowhere else.` : text)
      onClose()
    } catch (error) {
      // Announced already; the dialog stays, so that one can try again.
      if (!(error instanceof CallError)) throw error
      setBusy(false)
    }
  }
  return (
    <Dialog title={<Trans>Sign out everywhere else?</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']}>
          <Trans>Video stops in those places at once, and what was not saved there is lost. You stay signed in here.</Trans>
        </p>
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose} autoFocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={isBusy} onClick={() => void end()}>
            <Trans>Sign out</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
