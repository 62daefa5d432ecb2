import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { SubNav } from './sub-nav.tsx'

/** The pages of the service: how it is, and what it costs. `hasCloud`: cloud storage is shown to the person. */
export function ServiceNav({ hasCloud }: { hasCloud: boolean }) {
  const { t } = useLingui()
  return (
    <SubNav label={t`Service`}>
      <Link to="/service" activeOptions={{ exact: true }}>
        <Trans>System health</Trans>
      </Link>
      <Link to="/service/servicelicense/list">
        <Trans>Licence</Trans>
      </Link>
      {hasCloud && (
        <Link to="/service/serviceCloudstorage/purchase">
          <Trans>Cloud Storage</Trans>
        </Link>
      )}
    </SubNav>
  )
}
