import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Order } from '#contract/calls/licence/order.ts'
import { durationUnits, licenceTerms } from '#contract/licence-terms.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Status } from '../../ui/controls/status-dot.tsx'
import { orderStatusWords } from '../../ui/order/order-words.ts'

/** How an order stands at `nowMs`, in a word and by its shape. The order of a trial stays one for ever (rule 4.4): that the trial is over its term tells, or its cloud storage. */
export function orderState(order: Order, nowMs: number): { word: MessageDescriptor; dot: Status } {
  return order.status === orderStatuses.onTrial && isOver(order, nowMs)
    ? { word: msg`Trial ended`, dot: 'offline' }
    : orderStatusWords[order.status]
}

function isOver({ cloud, createdAtMs, durationType }: Order, nowMs: number): boolean {
  const service = cloud?.serviceStatus
  if (service === cloudStorageStatuses.expired || service === cloudStorageStatuses.terminated) return true
  // Trials are of days, and begin as they are ordered.
  const { duration, durationUnit } = licenceTerms[durationType]
  return durationUnit === durationUnits.day && createdAtMs + duration * DAY_MS <= nowMs
}
