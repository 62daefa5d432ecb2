import { payCallbackSuccess as call } from '#contract/calls/licence/pay-callback-success.ts'
import { handler } from '../../handler.ts'
import { toPayResult } from './to-pay-result.ts'

export const payCallbackSuccess = handler(call, async (input, { payments }) => toPayResult(await payments.comeBack('success', input)))
