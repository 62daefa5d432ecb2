import { Trans, useLingui } from '@lingui/react/macro'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { OrganizationPerson } from '#contract/calls/people/invitation.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { roleNames } from '../../ui/text/role-names.ts'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import tables from '../../ui/controls/table.module.css'
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

/** The people of a page; below 768 px two lines each. */
export function UserTable({ users, error, ownId, openId, onRetry, onOpen }: UserTableProps) {
  const { t } = useLingui()
  if (users === undefined) return <NotThereYet error={error} title={<Trans>The users could not be loaded.</Trans>} onRetry={onRetry} />
  if (users.length === 0) return <Notice drawing="search" title={<Trans>Nobody matches the search.</Trans>} />
  return (
    <table className={tables['table']}>
      <thead className="sl-unseen-narrow">
        <tr>
          <th>
            <Trans>Name</Trans>
          </th>
          <th>
            <Trans>Status</Trans>
          </th>
          <th>
            <Trans>Role</Trans>
          </th>
          <th>
            <Trans>E-mail</Trans>
          </th>
          <th>
            <Trans>Phone</Trans>
          </th>
          <th className={tables['actions']} aria-label={t`Actions`} />
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.userId} user={user} isOwn={user.userId === ownId} isOpen={user.userId === openId} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

interface UserRowProps {
  user: OrganizationPerson
  isOwn: boolean
  isOpen: boolean
  onOpen: (userId: string) => void
}

function UserRow({ user, isOwn, isOpen, onOpen }: UserRowProps) {
  const { t, i18n } = useLingui()
  const { dot, word } = useStandingOf(user)
  const { alias: name, userId } = user
  return (
    <tr className={classes['row']} data-open={isOpen} onClick={() => onOpen(userId)}>
      <td className={classes['name']} title={name}>
        {name}{' '}
        {isOwn && (
          <span className={classes['own']}>
            <Trans>you</Trans>
          </span>
        )}
      </td>
      <td data-cell="status">
        <span className={tables['status']}>
          <StatusDot status={dot} word={word} hideWord />
          {word}
        </span>
      </td>
      <td data-cell="detail">{i18n._(roleNames[user.role])}</td>
      <td data-cell="detail" className={classes['address']} title={user.email}>
        {user.email || '–'}
      </td>
      <td data-cell="minor" className="sl-figures">
        {user.phone || '–'}
      </td>
      <td className={tables['actions']}>
        <IconButton label={t`Open “${name}”`} onClick={() => onOpen(userId)}>
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </td>
    </tr>
  )
}
