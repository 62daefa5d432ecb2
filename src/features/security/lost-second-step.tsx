import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { deleteMfa } from '../../data/person/mfa.ts'
import { everybodyQuery } from '../../data/organization/users.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { PasswordQuestion } from '../../ui/form/password-question.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { say } from '../../ui/notice/toast-store.ts'

/** Takes away the second steps of somebody who can no longer make them. For administrators. */
export function LostSecondStep() {
  const { t } = useLingui()
  const { data } = useQuery(everybodyQuery)
  const { session } = useSnapshot(coreState)
  const ownId = session.kind === 'signed-in' ? session.user.userId : ''
  const [userId, setUserId] = useState('')
  const [isAsking, setAsking] = useState(false)
  const people = data?.users.filter((person) => person.userId !== ownId) ?? []
  const name = people.find((person) => person.userId === userId)?.alias ?? ''
  async function remove(password: string) {
    await deleteMfa({ userId, password })
    say('done', t`${name} can sign in with the password alone.`)
    setUserId('')
    setAsking(false)
  }
  return (
    <SettingsSection title={<Trans>Somebody has lost their second step</Trans>}>
      <SettingsRows>
        <SettingsRow
          name={<Trans>Remove all second steps of a person</Trans>}
          text={<Trans>Make sure first that it is really that person who asks you.</Trans>}
        >
          <Select
            aria-label={t`Person`}
            value={userId}
            data={[{ value: '', label: t`Choose a person` }, ...people.map((person) => ({ value: person.userId, label: person.alias }))]}
            onChange={(event) => setUserId(event.currentTarget.value)}
          />
          <Button variant="default" disabled={userId === ''} onClick={() => setAsking(true)}>
            <Trans>Remove</Trans>
          </Button>
        </SettingsRow>
      </SettingsRows>
      {isAsking && (
        <PasswordQuestion
          title={<Trans>Remove all second steps of {name}?</Trans>}
          confirm={<Trans>Remove</Trans>}
          isDanger
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <Trans>Their app, codes and recovery codes are void. They can set up new ones after they have signed in.</Trans>
        </PasswordQuestion>
      )}
    </SettingsSection>
  )
}
