import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PurchaseKind } from '#contract/licence-terms.ts'
import type { Order } from '#contract/calls/licence/order.ts'
import { orderTypes, payTypes, type PayType } from '#contract/payment.ts'
import { orderStatuses, type OrderStatus } from '#contract/states/order.ts'
import type { Status } from '../controls/status-dot.tsx'

/** Each state of an order in words, and by its shape (rule 4.4). */
export const orderStatusWords: Record<OrderStatus, { word: MessageDescriptor; dot: Status }> = {
  [orderStatuses.toBePaid]: { word: msg`To be paid`, dot: 'warning' },
  [orderStatuses.paid]: { word: msg`Paid`, dot: 'online' },
  [orderStatuses.toBeUsed]: { word: msg`Paid, begins later`, dot: 'online' },
  [orderStatuses.exception]: { word: msg`Exception: the money goes back`, dot: 'alarm' },
  [orderStatuses.cancelled]: { word: msg`Cancelled`, dot: 'offline' },
  [orderStatuses.chargeback]: { word: msg`Chargeback`, dot: 'alarm' },
  [orderStatuses.returned]: { word: msg`Returned`, dot: 'offline' },
  [orderStatuses.onTrial]: { word: msg`On trial`, dot: 'online' },
}

const purchaseKindWords: Record<PurchaseKind, MessageDescriptor> = {
  buy: msg`New licence`,
  renew: msg`Renewal`,
  upgrade: msg`More cameras`,
  trial: msg`Free trial`,
}

/** What an order is for: licences and cloud storage are told apart by their names. */
export function orderWord({ orderType, kind, cloud }: Pick<Order, 'orderType' | 'kind' | 'cloud'>): MessageDescriptor {
  if (orderType === orderTypes.license) return purchaseKindWords[kind]
  if (cloud?.isAutomatic) return msg`Cloud storage, automatic renewal`
  if (kind === 'trial') return msg`Cloud storage, free trial`
  return kind === 'renew' ? msg`Cloud storage, renewal` : msg`Cloud storage`
}

export const payTypeWords: Record<PayType, MessageDescriptor> = {
  [payTypes.wallet]: msg`Online wallet`,
  [payTypes.deviceWallet]: msg`Wallet of this device`,
  [payTypes.card]: msg`Card`,
}
