import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ComponentProps } from 'react'
import { userStatuses } from '#contract/states/user.ts'
import type { LowerRole, OrganizationPerson } from '#contract/calls/people/invitation.ts'
import { deleteUser, freezeUser, setAdministrator } from '../../data/organization/users.ts'
import { Select } from '../../ui/controls/select.tsx'
import { roleNames } from '../../ui/text/role-names.ts'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { lowerRoles } from './assignments.ts'
import { useOfflineReason } from './use-offline-reason.ts'

interface AboutUser {
  user: OrganizationPerson
  onClose: () => void
}

export function FreezeUser({ user, onClose }: AboutUser) {
  const { t } = useLingui()
  const { userId, alias: name } = user
  return (
    <UserQuestion
      title={t`Freeze “${name}”?`}
      answer={<Trans>Freeze</Trans>}
      isDanger
      onAnswer={async () => {
        await freezeUser(userId, true)
        say('done', t`“${name}” is frozen.`)
        onClose()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        <Trans>
          Every session of this person ends at once, they cannot sign in, and links to archives that they have shared do not open, until you
          let them in again. Nothing is lost.
        </Trans>
      </p>
    </UserQuestion>
  )
}

/** `onDeleted`: nobody is left to be shown. */
export function DeleteUser({ user, onClose, onDeleted }: AboutUser & { onDeleted: () => void }) {
  const { t } = useLingui()
  const { userId, alias: name, email, status } = user
  const isInvited = status === userStatuses.unactivated
  return (
    <UserQuestion
      title={isInvited ? t`Take back the invitation of “${name}”?` : t`Delete “${name}”?`}
      answer={isInvited ? <Trans>Take back</Trans> : <Trans>Delete</Trans>}
      isDanger
      onAnswer={async () => {
        await deleteUser(userId)
        say('done', isInvited ? t`The invitation of “${name}” is taken back.` : t`“${name}” is deleted.`)
        onDeleted()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        {isInvited ? (
          <Trans>The link that was sent to {email} stops working. The person can be invited again.</Trans>
        ) : (
          <Trans>
            Every session of {email} ends at once, and so do links to archives that the person has shared. The account is lost, with its
            roles, archive rights and saved layouts. This cannot be undone.
          </Trans>
        )}
      </p>
    </UserQuestion>
  )
}

export function MakeAdministrator({ user, onClose }: AboutUser) {
  const { t } = useLingui()
  const { userId, alias: name } = user
  return (
    <UserQuestion
      title={t`Make “${name}” an administrator?`}
      answer={<Trans>Make administrator</Trans>}
      onAnswer={async () => {
        await setAdministrator({ userId, administrator: true })
        say('done', t`“${name}” is an administrator.`)
        onClose()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        <Trans>
          Administrators see every site and camera, invite and delete users, and buy licenses. They can also take these rights from you.
        </Trans>
      </p>
    </UserQuestion>
  )
}

export function UnmakeAdministrator({ user, isOwn, onClose }: AboutUser & { isOwn: boolean }) {
  const { t, i18n } = useLingui()
  const { userId, alias: name } = user
  const [role, setRole] = useState<LowerRole>('site-operator')
  return (
    <UserQuestion
      title={t`Take the administrator’s rights from “${name}”?`}
      answer={<Trans>Take the rights</Trans>}
      isDanger
      onAnswer={async () => {
        await setAdministrator({ userId, administrator: false, role })
        say('done', t`“${name}” is not an administrator any more.`)
        onClose()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        {isOwn ? (
          <Trans>You lose this page at once, and only another administrator can give it back. Sites are seen only as assigned.</Trans>
        ) : (
          <Trans>This person then sees only the sites that are assigned to them.</Trans>
        )}
      </p>
      <Select
        label={t`Role from now on`}
        value={role}
        data={lowerRoles.map((value) => ({ value, label: i18n._(roleNames[value]) }))}
        onChange={({ currentTarget }) => setRole(lowerRoles.find((known) => known === currentTarget.value) ?? 'site-operator')}
      />
    </UserQuestion>
  )
}

/** What people may do is true on the service alone. */
function UserQuestion(question: ComponentProps<typeof Question>) {
  const offlineReason = useOfflineReason()
  return <Question {...question} offlineReason={offlineReason} />
}
