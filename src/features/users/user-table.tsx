import { Trans, useLingui } from '@lingui/react/macro'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { OrganizationPerson } from '#contract/calls/people/invitation.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { roleNames } from '../../ui/text/role-names.ts'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import tables from '../../ui/controls/table/table.module.css'
import { useStandingOf } from './status-words.ts'
import classes from './users.module.css'

interface UserTableProps {
  users: readonly OrganizationPerson[] | undefined
  error: Error | null
  /** The person who looks: they are marked, so that nobody takes themselves for somebody else. */
  ownId: string | undefined
  openId: string | undefined
  onRetry: () => void
  onOpen: (userId: string) => void
}

const idOf = ({ userId }: OrganizationPerson) => userId
const nameOf = ({ alias }: OrganizationPerson) => alias

function useColumns(ownId: string | undefined, onOpen: (userId: string) => void): Column<OrganizationPerson>[] {
  const { t, i18n } = useLingui()
  return [
    {
      id: 'name',
      name: t`Name`,
      kind: 'main',
      widthPx: 240,
      title: nameOf,
      cell: ({ alias, userId }) => (
        <>
          {alias}{' '}
          {userId === ownId && (
            <span className={classes['own']}>
              <Trans>you</Trans>
            </span>
          )}
        </>
      ),
    },
    { id: 'status', name: t`Status`, widthPx: 200, cell: (user) => <Standing user={user} /> },
    { id: 'role', name: t`Role`, narrow: 'second', widthPx: 200, cell: ({ role }) => i18n._(roleNames[role]) },
    { id: 'email', name: t`E-mail`, narrow: 'second', widthPx: 280, title: ({ email }) => email, cell: ({ email }) => email || '–' },
    { id: 'phone', name: t`Phone`, kind: 'figures', narrow: 'none', cell: ({ phone }) => phone || '–' },
    {
      id: 'actions',
      name: t`Actions`,
      isNameHidden: true,
      kind: 'actions',
      cell: ({ alias: name, userId }) => (
        <IconButton label={t`Open “${name}”`} onClick={() => onOpen(userId)}>
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </IconButton>
      ),
    },
  ]
}

/** The people of a page. */
export function UserTable({ users, error, ownId, openId, onRetry, onOpen }: UserTableProps) {
  const { t } = useLingui()
  const columns = useColumns(ownId, onOpen)
  return (
    <DataTable
      id="users"
      label={t`Users`}
      className={classes['users']}
      columns={columns}
      rows={users}
      rowId={idOf}
      rowName={nameOf}
      error={error}
      failed={<Trans>The users could not be loaded.</Trans>}
      onRetry={onRetry}
      empty={<Notice drawing="search" title={<Trans>Nobody matches the search.</Trans>} />}
      openId={openId}
      onOpen={({ userId }) => onOpen(userId)}
    />
  )
}

function Standing({ user }: { user: OrganizationPerson }) {
  const { dot, word } = useStandingOf(user)
  return (
    <span className={tables['status']}>
      <StatusDot status={dot} word={word} hideWord />
      {word}
    </span>
  )
}
