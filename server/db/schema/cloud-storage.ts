import type { Generated } from 'kysely'
import type { CloudGoodsId } from '#contract/cloud-storage.ts'
import type { EventKind } from '#contract/event-attributes.ts'
import type { DurationType } from '#contract/licence-terms.ts'
import type { LicenceStatus } from '#contract/states/licence.ts'

/** Tables of cloud storage. */
export interface CloudStorageSchema {
  cloud_order: CloudOrderTable
  cloud_term: CloudTermTable
  cloud_trial: CloudTrialTable
  cloud_recording: CloudRecordingTable
}

/**
 * What an order of `vas_order` is for. `channels_json`: sn and chlIndex of each camera; `triggers`: names of the triggers, in one text.
 * `auto_renew`: 1 when its terms shall renew themselves; `try_at_ms`: not before then its renewal is tried.
 */
interface CloudOrderTable {
  order_id: string
  goods_id: CloudGoodsId
  channels_json: string
  triggers: string
  auto_renew: Generated<number>
  try_at_ms: Generated<number>
}

/**
 * A term of cloud storage for one camera. Times are as of a licence: null until it begins; `remaining_ms` is what is left of one that
 * was taken out of force; `due_at_ms`: when the clock changes it next. `status` is 1 to 7; 8 and 9 follow from what else there is.
 */
export interface CloudTermTable {
  id: string
  organization_id: string
  sn: string
  chl_index: number
  order_id: string
  goods_id: CloudGoodsId
  triggers: string
  is_trial: number
  duration_type: DurationType
  status: LicenceStatus
  starts_at_ms: number | null
  ends_at_ms: number | null
  remaining_ms: number | null
  due_at_ms: number | null
  created_at_ms: number
  /** 1: it is renewed before it ends. */
  auto_renew: Generated<number>
}

/** Devices that had their trial. */
interface CloudTrialTable {
  sn: string
  at_ms: number
}

/**
 * What was recorded around an event; `shown`: another recording shows it. `object_key` is null when it could not be stored, and while it
 * is being made. `retry_at_ms`: when one that failed is tried again; null when it is not.
 */
export interface CloudRecordingTable {
  event_id: number
  organization_id: string
  sn: string
  chl_index: number
  order_id: string
  trigger: EventKind
  state: 'making' | 'stored' | 'shown' | 'failed'
  start_at_ms: number
  end_at_ms: number
  expires_at_ms: number
  size_bytes: number
  object_key: string | null
  retry_at_ms: number | null
}
