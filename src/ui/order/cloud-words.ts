import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CloudGoodsId, CloudTrigger } from '#contract/cloud-storage.ts'
import { cloudStorageStatuses, type CloudStorageStatus } from '#contract/states/cloud-storage.ts'
import type { Status } from '../controls/status-dot.tsx'

/** Each status of cloud storage in words, and by its shape (rule 4.3). */
export const cloudStatusWords: Record<CloudStorageStatus, { word: MessageDescriptor; dot: Status }> = {
  [cloudStorageStatuses.toBeUsed]: { word: msg`To be used`, dot: 'unknown' },
  [cloudStorageStatuses.using]: { word: msg`In use`, dot: 'online' },
  [cloudStorageStatuses.expiring]: { word: msg`Ends soon`, dot: 'warning' },
  [cloudStorageStatuses.expired]: { word: msg`Expired`, dot: 'offline' },
  [cloudStorageStatuses.terminated]: { word: msg`Terminated`, dot: 'offline' },
  [cloudStorageStatuses.notEffective]: { word: msg`Not effective: its payment is disputed`, dot: 'alarm' },
  [cloudStorageStatuses.toBeUsedAgain]: { word: msg`To be used again`, dot: 'unknown' },
  [cloudStorageStatuses.notActivated]: { word: msg`Not activated`, dot: 'unknown' },
  [cloudStorageStatuses.exception]: { word: msg`Exception: its last recording could not be stored`, dot: 'alarm' },
}

/** What is sold ("combo"). */
export const goodsWords: Record<CloudGoodsId, MessageDescriptor> = {
  'event-7': msg`Recordings of events, kept for 7 days`,
  'event-30': msg`Recordings of events, kept for 30 days`,
}

/** What recordings are kept of. */
export const triggerWords: Record<CloudTrigger, MessageDescriptor> = {
  motion: msg`Motion`,
  recognition: msg`Intelligent recognition`,
  sensor: msg`Sensor`,
}
