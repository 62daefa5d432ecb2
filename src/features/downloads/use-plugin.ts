import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'

/** Why nothing can be done with the plugin, or with the service, now; undefined when it can. */
export function useReasons(): { noPlugin: string | undefined; noService: string | undefined } {
  const { t } = useLingui()
  const { plugin, isServiceReachable } = useSnapshot(coreState)
  return {
    noPlugin: plugin.kind === 'loaded' ? undefined : t`Only with the plugin on this computer. It is not connected.`,
    noService: isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`,
  }
}
