import type { PayType } from '#contract/payment.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { PaymentState } from '#contract/states/payment.ts'

type ProviderName = 'sandbox' | 'card'

/** What a check-out is opened for. `payId` names the payment: opening it again gives the same check-out. */
export interface CheckoutRequest {
  payId: string
  /** One of the provider's `payTypes`. */
  payType: PayType
  /** What the person buys, in plain English. */
  title: string
  email: string
  amountCents: number
  payBeforeMs: number
  successUrl: string
  cancelUrl: string
  /** The person agrees to be charged later too: what they pay with is kept by the provider. */
  keepsMeans: boolean
}

/** A charge while nobody sits there, with means that a check-out kept. `payId` names the payment. */
export interface ChargeRequest {
  payId: string
  payType: PayType
  title: string
  amountCents: number
  means: string
}

/** How a payment stands at its provider. `fault`: why the last card was refused. `means`: what the provider keeps of one that is to be charged later too. */
export interface Standing {
  state: PaymentState
  amountCents: number
  /** In upper case. */
  currency: string
  fault: ErrorCode | null
  means: string | null
}

/** A provider's message: something happened to the payment `ref`. It is not believed further: how it stands is asked. */
export interface Notice {
  eventId: string
  ref: string
}

/** Whoever takes the money. Calls fail with `ProviderFault` when the provider cannot be reached or refuses. */
export interface PaymentProvider {
  readonly name: ProviderName
  readonly isSandbox: boolean
  readonly payTypes: readonly PayType[]
  /** Opens a hosted check-out, once for each `payId`; the person pays at `url`. */
  open(request: CheckoutRequest): Promise<{ ref: string; url: string }>
  /** Has a charge ready that takes no money yet: whoever has its name can have it made once, however often they ask, or closed. */
  prepareCharge(request: ChargeRequest): Promise<{ ref: string }>
  /**
   * Takes the money of a charge that was prepared, once. Whether the bank agreed, `look` says: one that it refused is closed. Does nothing
   * when it is closed or under way.
   */
  charge(ref: string): Promise<void>
  look(ref: string): Promise<Standing>
  /** Nobody can pay it any more. Does nothing when it is paid or closed. */
  close(ref: string): Promise<void>
  /** Gives all the money back, once however often it is asked. */
  refund(ref: string): Promise<void>
  /**
   * Reads a message. `undefined` unless it is signed by the provider and fresh; `ignored` when it is about nothing that matters here.
   */
  readNotice(body: string, headers: Readonly<Record<string, string | string[] | undefined>>): Promise<Notice | 'ignored' | undefined>
}

/** The provider did not do it; the message is for the log and holds no secret. */
export class ProviderFault extends Error {}
