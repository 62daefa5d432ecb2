import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { useLicenceGuard, type LicenceStand } from '../../data/organization/use-licence-guard.ts'

/**
 * Why rules cannot be changed now. `licence`: nor new ones made or switched on while it has a reason, which is said before it is that the
 * service is away.
 */
export function useBlocked(): { offline: string | undefined; licence: LicenceStand } {
  const { t } = useLingui()
  const isReachable = useSnapshot(coreState).isServiceReachable
  const licence = useLicenceGuard()
  return { offline: isReachable ? undefined : t`Only with the service. It cannot be reached now.`, licence }
}
