import { queryOptions } from '@tanstack/react-query'
import { payCallbackCancel } from '#contract/calls/licence/pay-callback-cancel.ts'
import { payCallbackSuccess } from '#contract/calls/licence/pay-callback-success.ts'
import { payCallbackInput } from '#contract/calls/licence/pay-callback.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'

/** What the address carries by which a check-out leads back; nothing of it is to be believed. */
export interface PayReturn {
  payId?: string | undefined
  sign?: string | undefined
  result?: 'success' | 'cancel' | undefined
}
export type PayResultData = OutputOf<typeof payCallbackSuccess>

/** Pauses before the provider is asked again about a payment that it has not decided. Each question is a line in the audit trail. */
const ASK_AGAIN_MS = [2_000, 5_000, 15_000]

/** Whether the address can be one of ours at all: the service need not be asked about others. */
export function isPayReturn(back: PayReturn): boolean {
  return back.result !== undefined && payCallbackInput.safeParse(back).success
}

/** How the payment stands by the provider's word. Its errors are those of the page: nothing announces them. */
export function payResultQuery({ payId = '', sign = '', result }: PayReturn) {
  const call = result === 'cancel' ? payCallbackCancel : payCallbackSuccess
  return queryOptions<PayResultData>({
    queryKey: ['link', call.path, payId, sign],
    queryFn: ask(call, { payId, sign }),
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? (ASK_AGAIN_MS[state.dataUpdateCount - 1] ?? false) : false),
    meta: { isQuiet: true },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
