import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { endOtherSessions } from '../../data/person/sessions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SettingsRow } from '../../ui/page/settings.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'

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
      {isAsking && <EndOthers onClose={() => setAsking(false)} />}
    </SettingsRow>
  )
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Question
      title={<Trans>Sign out everywhere else?</Trans>}
      answer={<Trans>Sign out</Trans>}
      isAnnounced
      onAnswer={async () => {
        const ended = await endOtherSessions()
        const text = plural(ended, { one: 'Signed out in # other place.', other: 'Signed out in # other places.' })
        say('done', ended === 0 ? t`You were signed in nowhere else.` : text)
        onClose()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        <Trans>Video stops in those places at once, and what was not saved there is lost. You stay signed in here.</Trans>
      </p>
    </Question>
  )
}
