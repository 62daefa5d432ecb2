import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { licenceQuery } from '../../data/organization/licence.ts'

/**
 * Why rules cannot be changed now. `licence`: nor new ones made or switched on, as no licence was bought, the trial or the licence has ended, and
 * there are no free channels beside it.
 */
export function useBlocked(): { offline: string | undefined; licence: string | undefined } {
  const { t } = useLingui()
  const isReachable = useSnapshot(coreState).isServiceReachable
  const { data } = useQuery(licenceQuery)
  const offline = isReachable ? undefined : t`Only with the service. It cannot be reached now.`
  if (data === undefined || data.valid || data.coverage.freeChlNum > 0) return { offline, licence: undefined }
  if (data.expireInfo === null) return { offline, licence: t`Alarm rules need a licence, and none was bought yet.` }
  const { licenseType } = data.expireInfo
  return {
    offline,
    licence:
      licenseType === 'trial'
        ? t`The trial has ended. Alarm rules need a licence.`
        : t`The licence has ended. Alarm rules need another one.`,
  }
}
