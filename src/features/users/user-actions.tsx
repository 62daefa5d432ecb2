import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { userStatuses } from '#contract/states/user.ts'
import type { OrganizationPerson } from '#contract/calls/people/invitation.ts'
import { freezeUser, inviteAgain } from '../../data/organization/users.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { sendAgainText } from '../../ui/text/send-again-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { useOfflineReason } from './use-offline-reason.ts'
import { DeleteUser, FreezeUser, MakeAdministrator, UnmakeAdministrator } from './user-questions.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import classes from './panel.module.css'

type Asked = 'freeze' | 'delete' | 'make' | 'unmake'

interface UserActionsProps {
  user: OrganizationPerson
  isOwn: boolean
  onDeleted: () => void
}

/** What can be done to a person as they stand; nobody freezes or deletes themselves. */
export function UserActions({ user, isOwn, onDeleted }: UserActionsProps) {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const [asked, setAsked] = useState<Asked>()
  const { trouble, run } = useAction(sendAgainText)
  const { userId, alias: name, email, status, isAdministrator, invitation } = user
  const isInvited = status === userStatuses.unactivated
  const button = { offlineReason, variant: 'default', size: 'sm' } as const

  const sendAgain = (inviteId: string) =>
    run(async () => {
      await inviteAgain(inviteId)
      say('done', t`A new link is on its way to ${email}.`)
    })
  const letIn = () =>
    run(async () => {
      await freezeUser(userId, false)
      say('done', t`“${name}” can sign in again.`)
    })
  const close = () => setAsked(undefined)

  return (
    <>
      <div className={classes['actions']}>
        {isInvited && invitation && (
          <OnlineButton {...button} onClick={() => void sendAgain(invitation.inviteId)}>
            <Trans>Send the invitation again</Trans>
          </OnlineButton>
        )}
        {status === userStatuses.frozen && (
          <OnlineButton {...button} onClick={() => void letIn()}>
            <Trans>Let in again</Trans>
          </OnlineButton>
        )}
        {status === userStatuses.activated && (
          <OnlineButton {...button} onClick={() => setAsked(isAdministrator ? 'unmake' : 'make')}>
            {isAdministrator ? <Trans>Take administrator’s rights</Trans> : <Trans>Make administrator</Trans>}
          </OnlineButton>
        )}
        {status === userStatuses.activated && !isOwn && (
          <OnlineButton {...button} onClick={() => setAsked('freeze')}>
            <Trans>Freeze</Trans>
          </OnlineButton>
        )}
        {!isOwn && (
          <OnlineButton {...button} onClick={() => setAsked('delete')}>
            {isInvited ? <Trans>Take back</Trans> : <Trans>Delete</Trans>}
          </OnlineButton>
        )}
      </div>
      <TroubleLine text={trouble} />
      {asked === 'freeze' && <FreezeUser user={user} onClose={close} />}
      {asked === 'delete' && <DeleteUser user={user} onClose={close} onDeleted={onDeleted} />}
      {asked === 'make' && <MakeAdministrator user={user} onClose={close} />}
      {asked === 'unmake' && <UnmakeAdministrator user={user} isOwn={isOwn} onClose={close} />}
    </>
  )
}
