import { payCallbackCancel as call } from '#contract/calls/licence/pay-callback-cancel.ts'
import { handler } from '../handler.ts'
import { toPayResult } from './to-pay-result.ts'

export const payCallbackCancel = handler(call, async (input, { payments }, visitor) => {
  const result = await payments.comeBack('cancel', input)
  visitor.concerns = { organizationId: result.order.organization_id, userId: null }
  return toPayResult(result)
})
