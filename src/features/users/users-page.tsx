import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { ForOwnAdministrators } from '../../data/person/for-roles.tsx'
import { inviteAgain, usersQuery, withdrawInvitation } from '../../data/organization/users.ts'
import { InvitationLinks } from '../../ui/page/invitation-links.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PeopleNav } from '../../ui/page/people-nav.tsx'
import { Pager } from '../../ui/controls/pager.tsx'
import { DEFAULT_PAGE_SIZE } from '../../ui/controls/page-sizes.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { SettingsSection } from '../../ui/page/settings.tsx'
import { StatusFilter } from './status-filter.tsx'
import { useOfflineReason } from './use-offline-reason.ts'
import { UserTable } from './user-table.tsx'
import classes from './users.module.css'

const InviteUser = lazy(() => import('./invite-user.tsx').then(({ InviteUser }) => ({ default: InviteUser })))
const InviteList = lazy(() => import('./invite-list.tsx').then(({ InviteList }) => ({ default: InviteList })))
const UserPanel = lazy(() => import('./user-panel.tsx').then(({ UserPanel }) => ({ default: UserPanel })))

/** The people of the organization, for its administrators. */
export function UsersPage() {
  const { t } = useLingui()
  const { search, status, page = 1, size = DEFAULT_PAGE_SIZE, user } = useSearch({ from: '/_home/user/userlist' })
  const navigate = useNavigate({ from: '/user/userlist' })
  const { session } = useSnapshot(coreState)
  const users = useQuery(usersQuery({ pageNum: page, pageSize: size, search, status }))
  const offlineReason = useOfflineReason()
  const links = users.data?.links ?? []
  const [inviting, setInviting] = useState<'one' | 'many'>()
  const open = (userId?: string) => void navigate({ search: (now) => ({ ...now, user: userId }) })
  return (
    <Mantine>
      <Page
        title={<Trans>Users</Trans>}
        filters={
          <>
            <SearchField
              label={t`Search name or e-mail`}
              value={search ?? ''}
              onChange={(text) => void navigate({ search: { size, status, search: text || undefined }, replace: true })}
            />
            <StatusFilter value={status} onChange={(next) => void navigate({ search: { size, search, status: next }, replace: true })} />
          </>
        }
        action={
          <ForOwnAdministrators>
            <div className={classes['main']}>
              <OnlineButton
                variant="default"
                offlineReason={offlineReason}
                leftSection={<IconListDetails size={16} stroke={1.5} aria-hidden />}
                onClick={() => setInviting('many')}
              >
                <span className="sl-unseen-narrow">
                  <Trans>Invite many</Trans>
                </span>
              </OnlineButton>
              <OnlineButton
                offlineReason={offlineReason}
                leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
                onClick={() => setInviting('one')}
              >
                <span className="sl-unseen-narrow">
                  <Trans>Invite</Trans>
                </span>
              </OnlineButton>
            </div>
          </ForOwnAdministrators>
        }
        foot={
          <Pager
            total={users.data?.total ?? 0}
            page={page}
            size={size}
            canSize
            onTurn={(to) => void navigate({ search: (now) => ({ ...now, ...to }) })}
          />
        }
      >
        <PeopleNav />
        <UserTable
          users={users.data?.users}
          error={users.error}
          ownId={session.kind === 'signed-in' ? session.user.userId : undefined}
          openId={user}
          onRetry={() => void users.refetch()}
          onOpen={open}
        />
        <ForOwnAdministrators>
          {links.some(({ state }) => state !== 'used') && (
            <div className={classes['links']}>
              <SettingsSection title={<Trans>Invitations of companies and installers</Trans>}>
                <InvitationLinks links={links} offlineReason={offlineReason} onAgain={inviteAgain} onWithdraw={withdrawInvitation} />
              </SettingsSection>
            </div>
          )}
        </ForOwnAdministrators>
        <Suspense>
          {inviting === 'one' && <InviteUser onClose={() => setInviting(undefined)} />}
          {inviting === 'many' && <InviteList onClose={() => setInviting(undefined)} />}
          {user !== undefined && <UserPanel key={user} userId={user} onClose={() => open()} />}
        </Suspense>
      </Page>
    </Mantine>
  )
}
