import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'

/** Why nothing of this page can be changed now. Undefined while the service can be reached. */
export function useOfflineReason(): string | undefined {
  const { t } = useLingui()
  return useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
}
