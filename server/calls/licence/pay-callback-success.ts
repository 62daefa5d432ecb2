import { payCallbackSuccess as call } from '#contract/calls/licence/pay-callback-success.ts'
import { handler } from '../handler.ts'
import { toPayResult } from './to-pay-result.ts'

export const payCallbackSuccess = handler(call, async (input, { payments }, visitor) => {
  const result = await payments.comeBack('success', input)
  visitor.concerns = { organizationId: result.order.organization_id, userId: null }
  return toPayResult(result)
})
