import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { setMfa, type ShownSelf } from '../../data/person/mfa.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { OnOff } from './own-mfa.tsx'
import { SelfQuestion } from './self-question.tsx'

/** Whether everybody of the organization needs a second step (rule 6.1). For administrators. */
export function MfaForEverybody({ isRequired }: { isRequired: boolean }) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  async function change(shown: ShownSelf) {
    await setMfa({ scope: 'organization', mfaEnabled: !isRequired, ...shown })
    say('done', isRequired ? t`A second step is everybody’s own choice again.` : t`Everybody needs a second step from now on.`)
    setAsking(false)
  }
  return (
    <SettingsSection title={<Trans>Everybody in the organization</Trans>}>
      <SettingsRows>
        <SettingsRow
          name={<OnOff isOn={isRequired} />}
          text={
            isRequired ? (
              <Trans>Everybody needs a second step. Who has set up none gets codes by e-mail.</Trans>
            ) : (
              <Trans>A second step is everybody’s own choice.</Trans>
            )
          }
        >
          <Button variant="default" onClick={() => setAsking(true)}>
            {isRequired ? <Trans>No longer require it</Trans> : <Trans>Require it of everybody</Trans>}
          </Button>
        </SettingsRow>
      </SettingsRows>
      {isAsking && (
        <SelfQuestion
          title={isRequired ? <Trans>No longer require a second step?</Trans> : <Trans>Require a second step of everybody?</Trans>}
          confirm={isRequired ? <Trans>No longer require it</Trans> : <Trans>Require it</Trans>}
          isDanger={isRequired}
          onConfirm={change}
          onClose={() => setAsking(false)}
        >
          {isRequired ? (
            <Trans>Who has set up a second step keeps it. All others sign in with the password alone.</Trans>
          ) : (
            <Trans>It is asked for at the next sign-in of each person. Who has set up none gets codes by e-mail.</Trans>
          )}
        </SelfQuestion>
      )}
    </SettingsSection>
  )
}
