import type { Generated } from 'kysely'
import type { DurationType, LicenceType, PurchaseKind } from '#contract/licence-terms.ts'
import type { OrderType, PayType } from '#contract/payment.ts'
import type { LicenceStatus } from '#contract/states/licence.ts'
import type { OrderStatus } from '#contract/states/order.ts'
import type { PaymentState } from '#contract/states/payment.ts'

/** `processing`: a card whose bank never answers. */
export type SandboxState = PaymentState | 'processing'

/** Tables of licences, orders and payments. */
export interface LicenceSchema {
  licence: LicenceTable
  licence_account: LicenceAccountTable
  licence_price: LicencePriceTable
  licence_trial: LicenceTrialTable
  vas_order: VasOrderTable
  payment: PaymentTable
  payment_event: PaymentEventTable
  sandbox_checkout: SandboxCheckoutTable
}

/**
 * One licence. `starts_at_ms` and `ends_at_ms` are null until it begins; `remaining_ms` is what is left of one that was taken out of
 * force while it ran. `due_at_ms`: when the clock changes its status next. `free_chl_num`: free channels when it was bought.
 */
export interface LicenceTable {
  id: string
  organization_id: string
  order_id: string
  license_type: Exclude<LicenceType, 'free'>
  chl_num: number
  free_chl_num: number
  duration_type: DurationType
  status: LicenceStatus
  starts_at_ms: number | null
  ends_at_ms: number | null
  remaining_ms: number | null
  due_at_ms: number | null
  created_at_ms: number
}

/** `revision` rises with each change of the organization's licences and orders: it is the row by which they wait for each other. */
interface LicenceAccountTable {
  organization_id: string
  free_chl_num: number
  revision: number
}

interface LicencePriceTable {
  from_chl: number
  duration_type: DurationType
  unit_cents: number
}

/** A device that has had its free trial, whoever owns it now. */
interface LicenceTrialTable {
  sn: string
  at_ms: number
}

/**
 * `kind` and the camera numbers are those of the purchase. `licence_id` names the licence that an upgrade adds cameras to,
 * `added_chl_num` how many. `payment_id` is the payment that the order kept. `is_hidden`: 1 when a person deleted it.
 * `renews_order_id`: the order that this one renews, where the service placed it by itself.
 */
export interface VasOrderTable {
  id: string
  organization_id: string
  user_id: string
  order_type: OrderType
  kind: PurchaseKind
  chl_num: number
  duration_type: DurationType
  licence_id: string | null
  added_chl_num: number
  lines_json: string
  amount_cents: number
  status: OrderStatus
  terms_version: string
  payment_id: string | null
  created_at_ms: number
  pay_before_ms: number
  paid_at_ms: number | null
  is_hidden: number
  renews_order_id: Generated<string | null>
}

/**
 * One payment of an order. `provider_ref` and `checkout_url` are null until the provider has answered; `sign_key` signs the way back
 * from the check-out; `fault_code`: why the last card was refused; `is_refund_due`: 1 while money waits to go back. `check_at_ms`: when
 * the provider is asked next. `means`: what the provider keeps of the person to pay with again, by its own name; `is_automatic`: 1 when it
 * is paid with that and nobody sits there.
 */
export interface PaymentTable {
  id: string
  order_id: string
  provider: string
  pay_type: PayType
  provider_ref: string | null
  checkout_url: string | null
  amount_cents: number
  state: PaymentState
  fault_code: number | null
  sign_key: string
  is_refund_due: number
  check_at_ms: number
  created_at_ms: number
  means: Generated<string | null>
  is_automatic: Generated<number>
}

/** Messages of providers that were obeyed, each once. */
interface PaymentEventTable {
  provider: string
  event_id: string
  at_ms: number
}

/**
 * The sandbox provider's own books. `announced`: the state that the service was last told of. `dispute_at_ms`: when a dispute begins,
 * then when it ends, as `dispute_end` says. `means`: with `keeps_means`, what it was paid with.
 */
export interface SandboxCheckoutTable {
  id: string
  payment_id: string
  pay_type: PayType
  title: string
  amount_cents: number
  state: SandboxState
  fault_code: number | null
  success_url: string
  cancel_url: string
  expires_at_ms: number
  dispute_at_ms: number | null
  dispute_end: 'won' | 'lost' | null
  announced: SandboxState
  keeps_means: Generated<number>
  means: Generated<string | null>
}
