import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { deleteMfa, type ShownSelf } from '../../data/person/mfa.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { PersonChoice } from './person-choice.tsx'
import { SelfQuestion } from './self-question.tsx'

/** Takes away the second steps of somebody who can no longer make them. For administrators. */
export function LostSecondStep() {
  const { t } = useLingui()
  const { session } = useSnapshot(coreState)
  const ownId = session.kind === 'signed-in' ? session.user.userId : ''
  const [person, setPerson] = useState<{ userId: string; name: string }>()
  const [isAsking, setAsking] = useState(false)
  const name = person?.name ?? ''
  async function remove(shown: ShownSelf) {
    if (person === undefined) return
    await deleteMfa({ userId: person.userId, ...shown })
    say('done', t`${name} can sign in with the password alone.`)
    setPerson(undefined)
    setAsking(false)
  }
  return (
    <SettingsSection title={<Trans>Somebody has lost their second step</Trans>}>
      <SettingsRows>
        <SettingsRow
          name={<Trans>Remove all second steps of a person</Trans>}
          text={<Trans>Make sure first that it is really that person who asks you.</Trans>}
        >
          <PersonChoice nobody={t`Choose a person`} userId={person?.userId} exceptId={ownId} onChoose={setPerson} />
          <Button variant="default" disabled={person === undefined} onClick={() => setAsking(true)}>
            <Trans>Remove</Trans>
          </Button>
        </SettingsRow>
      </SettingsRows>
      {isAsking && (
        <SelfQuestion
          title={<Trans>Remove all second steps of {name}?</Trans>}
          confirm={<Trans>Remove</Trans>}
          isDanger
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <Trans>Their app, codes and recovery codes are void. They can set up new ones after they have signed in.</Trans>
        </SelfQuestion>
      )}
    </SettingsSection>
  )
}
