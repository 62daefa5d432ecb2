import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { SubNav } from './sub-nav.tsx'

/** The pages of the account: oneself, the organization, versions. */
export function AccountNav() {
  const { t } = useLingui()
  return (
    <SubNav label={t`Account`}>
      <Link to="/account" activeOptions={{ exact: true }}>
        <Trans>Profile</Trans>
      </Link>
      <Link to="/account/organization">
        <Trans>Organization</Trans>
      </Link>
      <Link to="/account/notifications">
        <Trans>Notifications</Trans>
      </Link>
      <Link to="/account/storage-management">
        <Trans>Storage</Trans>
      </Link>
      <Link to="/account/version-info">
        <Trans>Version</Trans>
      </Link>
    </SubNav>
  )
}
