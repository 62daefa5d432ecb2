import { payCallbackCancel as call } from '#contract/calls/licence/pay-callback-cancel.ts'
import { handler } from '../../handler.ts'
import { toPayResult } from './to-pay-result.ts'

export const payCallbackCancel = handler(call, async (input, { payments }) => toPayResult(await payments.comeBack('cancel', input)))
