import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { SubNav } from '../../ui/page/sub-nav.tsx'

/** What administrators see beside each other: the clips, and what of them was shared. */
export function ArchivesNav() {
  const { t } = useLingui()
  return (
    <SubNav label={t`Archives`}>
      <Link to="/archives" activeOptions={{ exact: true, includeSearch: false }}>
        <Trans>Archives</Trans>
      </Link>
      <Link to="/archives/shares" activeOptions={{ includeSearch: false }}>
        <Trans>Shared clips</Trans>
      </Link>
    </SubNav>
  )
}
