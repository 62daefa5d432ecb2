import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { SubNav } from './sub-nav.tsx'

/** The pages of vehicles: where they were seen, and the database of known plates, for those who may look into that. */
export function VehicleNav({ hasDatabase }: { hasDatabase: boolean }) {
  const { t } = useLingui()
  return (
    <SubNav label={t`Vehicle`}>
      <Link to="/vehicle" activeOptions={{ exact: true, includeSearch: false }}>
        <Trans>Vehicle</Trans>
      </Link>
      {hasDatabase && (
        <Link to="/vehicle/plates" activeOptions={{ includeSearch: false }}>
          <Trans>Plate Database</Trans>
        </Link>
      )}
    </SubNav>
  )
}
