import { licenceStatuses } from '#contract/states/licence.ts'
import type { Db } from '../db/open.ts'
import type { Licences } from '../sales/licence/licences.ts'
import { isInForce } from '../sales/licence/time-line.ts'

/** How an organization stands with its licence: what keeping events asks. `endedAtMs`: when the last one ended, if none is in force. */
export interface LicenceStanding {
  isLicensed: boolean
  endedAtMs: number | null
}

/** Answers how an organization stands. */
export type AskStanding = (organizationId: string) => Promise<LicenceStanding>

/** Asks the licences themselves. */
export function standingOf(db: Db, licences: Licences): AskStanding {
  return async (organizationId) => {
    const known = await licences.upToDate(db, organizationId)
    if (known.some(isInForce)) return { isLicensed: true, endedAtMs: null }
    const ended = known.filter(({ status }) => status === licenceStatuses.expired || status === licenceStatuses.terminated)
    const endedAtMs = Math.max(-Infinity, ...ended.map((licence) => licence.ends_at_ms ?? -Infinity))
    return { isLicensed: false, endedAtMs: Number.isFinite(endedAtMs) ? endedAtMs : null }
  }
}
