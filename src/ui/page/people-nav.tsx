import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { SubNav } from './sub-nav.tsx'

/** The pages of people: those who sign in, those whom alarms are sent to, and all outside that something goes to. */
export function PeopleNav() {
  const { t } = useLingui()
  return (
    <SubNav label={t`People`}>
      <Link to="/user/userlist">
        <Trans>Users</Trans>
      </Link>
      <Link to="/user/contacts">
        <Trans>Contacts</Trans>
      </Link>
      <Link to="/user/recipients">
        <Trans>Outside recipients</Trans>
      </Link>
    </SubNav>
  )
}
