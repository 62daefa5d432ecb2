import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { ForOwnAdministrators } from '../../data/person/for-roles.tsx'
import { archiveRightsQuery, sitesWithChannelsQuery, userQuery } from '../../data/organization/users.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { LeaveChanges } from '../../ui/form/leave-changes.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { UserActions } from './user-actions.tsx'
import { UserForm } from './user-form.tsx'
import { UserHead } from './user-head.tsx'
import classes from './panel.module.css'

/** One person in a panel beside the list: how they stand, what can be done, and what they are given. */
export function UserPanel({ userId, onClose }: { userId: string; onClose: () => void }) {
  const detail = useQuery(userQuery(userId))
  const archive = useQuery(archiveRightsQuery(userId))
  const sites = useQuery(sitesWithChannelsQuery)
  const { session } = useSnapshot(coreState)
  const [isChanged, setChanged] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const isOwn = session.kind === 'signed-in' && session.user.userId === userId
  const error = detail.error ?? archive.error ?? sites.error
  const retry = () => void Promise.all([detail.refetch(), archive.refetch(), sites.refetch()])
  const close = () => (isChanged ? setLeaving(true) : onClose())
  const isThere = detail.data !== undefined && archive.data !== undefined && sites.data !== undefined
  return (
    <Dialog title={detail.data?.user.alias ?? <Trans>User</Trans>} onClose={close} isPanel>
      {!isThere && <NotThereYet error={error} title={<Trans>This user could not be loaded.</Trans>} onRetry={retry} />}
      {isThere && (
        <>
          <div className={classes['top']}>
            <UserHead user={detail.data.user} />
            <ForOwnAdministrators>
              <UserActions user={detail.data.user} isOwn={isOwn} onDeleted={onClose} />
            </ForOwnAdministrators>
          </div>
          <UserForm
            person={detail.data}
            rights={archive.data.rights}
            sites={sites.data.sites}
            onChanged={setChanged}
            onCancel={close}
            onSaved={onClose}
          />
        </>
      )}
      {isLeaving && <LeaveChanges onLeave={onClose} onStay={() => setLeaving(false)} />}
    </Dialog>
  )
}
