import type { LicenceInfo } from '#contract/calls/licence/licence-info.ts'
import { licenceLimits, licenceTerms, type LicenceButton } from '#contract/licence-terms.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { isInForce, isWaiting, type Licence } from './time-line.ts'
import { daysUntil } from './term-time.ts'

const { using, expiring, notEffective } = licenceStatuses

/** The three licences of the screens: in use or suspended, the one that follows, and the last that ended. */
export function pickLicences(licences: readonly Licence[]) {
  const byEnd = licences.toSorted((a, b) => (b.ends_at_ms ?? b.created_at_ms) - (a.ends_at_ms ?? a.created_at_ms))
  const current = byEnd.find(isInForce) ?? byEnd.find(({ status }) => status === notEffective)
  const renewal = licences.find(isWaiting)
  const ended = byEnd.find((licence) => licence !== current && !isWaiting(licence) && licence.status !== notEffective)
  return { current, renewal, ended }
}

/** A licence with what its buttons offer (rule 4.2). `isLast`: nothing else is in use, suspended or waiting. */
export function toLicenceInfo(
  licence: Licence,
  around: { freeChlNum: number; nowMs: number; isRenewed: boolean; isLast: boolean },
): LicenceInfo {
  const { freeChlNum, nowMs } = around
  const canUpgrade = licence.license_type === 'paid' && isInForce(licence)
  return {
    chlNum: licence.chl_num,
    ...licenceTerms[licence.duration_type],
    durationType: licence.duration_type,
    startTime: licence.starts_at_ms,
    endTime: licence.ends_at_ms,
    freeChlNum: licence.free_chl_num,
    newFreeChlNum: freeChlNum,
    minChlNum: canUpgrade && around.isRenewed ? licence.chl_num + 1 : licenceLimits.leastChannels,
    maxChlNum: licenceLimits.mostChannels,
    licenseType: licence.license_type,
    status: licence.status,
    buttonList: buttonsOf(licence, around),
    ifShowFreeTag: licence.license_type === 'trial',
    remainDays: isInForce(licence) ? daysUntil(licence.ends_at_ms ?? nowMs, nowMs) : 0,
  }
}

/** The free channels, for an organization without a licence in use: permanent, and something can be bought on top. */
export function freeInfo(freeChlNum: number, hadLicence: boolean): LicenceInfo {
  return {
    chlNum: 0,
    duration: 0,
    durationUnit: null,
    durationType: null,
    startTime: null,
    endTime: null,
    freeChlNum,
    newFreeChlNum: freeChlNum,
    minChlNum: licenceLimits.leastChannels,
    maxChlNum: licenceLimits.mostChannels,
    licenseType: 'free',
    status: using,
    buttonList: [hadLicence ? 'buy-again' : 'buy-now'],
    ifShowFreeTag: true,
    remainDays: 0,
  }
}

function buttonsOf({ license_type, status }: Licence, { isRenewed, isLast }: { isRenewed: boolean; isLast: boolean }): LicenceButton[] {
  if (status === notEffective || (isLast && (status === licenceStatuses.expired || status === licenceStatuses.terminated)))
    return ['buy-again']
  if (status !== using && status !== expiring) return []
  if (license_type === 'trial') return ['buy-now']
  if (isRenewed) return ['upgrade-now']
  return [status === expiring ? 'renew-now' : 'extend', 'upgrade-now']
}
