import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LicenceInfo } from '#contract/calls/licence/licence-info.ts'
import type { LicenceButton } from '#contract/licence-terms.ts'
import { licenceStatuses, type LicenceStatus } from '#contract/states/licence.ts'
import type { Status } from '../../ui/controls/status-dot.tsx'

/** Each status of a licence in words, and by its shape (rule 4.2). */
export const statusWords: Record<LicenceStatus, { word: MessageDescriptor; dot: Status }> = {
  [licenceStatuses.toBeUsed]: { word: msg`To be used`, dot: 'unknown' },
  [licenceStatuses.using]: { word: msg`In use`, dot: 'online' },
  [licenceStatuses.expiring]: { word: msg`Ends soon`, dot: 'warning' },
  [licenceStatuses.expired]: { word: msg`Expired`, dot: 'offline' },
  [licenceStatuses.terminated]: { word: msg`Terminated`, dot: 'offline' },
  [licenceStatuses.notEffective]: { word: msg`Not effective: its payment is disputed`, dot: 'alarm' },
  [licenceStatuses.toBeUsedAgain]: { word: msg`To be used again`, dot: 'unknown' },
}

export const typeWords: Record<LicenceInfo['licenseType'], MessageDescriptor> = {
  free: msg`Free channels`,
  trial: msg`Free trial`,
  paid: msg`Paid licence`,
}

export const buttonWords: Record<LicenceButton, MessageDescriptor> = {
  'buy-now': msg`Buy now`,
  extend: msg`Extend`,
  'renew-now': msg`Renew now`,
  'upgrade-now': msg`Upgrade now`,
  'buy-again': msg`Buy again`,
}
