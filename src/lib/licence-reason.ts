import type { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { licenceStatuses } from '#contract/states/licence.ts'

/** Why what needs a licence cannot be done. `disputed`: its payment is, and it is out of force until that is settled. */
export type LicenceReason = 'never-bought' | 'trial-ended' | 'licence-ended' | 'disputed'

/** Why nothing that needs a licence can be done (rule 6.9); undefined while one is in force or there are free channels. */
export function licenceReason(state: OutputOf<typeof licenseInstQuery>): LicenceReason | undefined {
  const { valid, coverage, currentInfo, expireInfo } = state
  if (valid || coverage.freeChlNum > 0) return undefined
  if (currentInfo.status === licenceStatuses.notEffective) return 'disputed'
  if (expireInfo === null) return 'never-bought'
  return expireInfo.licenseType === 'trial' ? 'trial-ended' : 'licence-ended'
}
