import { mfaVerify as call } from '#contract/calls/account/mfa-verify.ts'
import { handler } from '../handler.ts'

export const mfaVerify = handler(call, async ({ mfaId, dynamicCode }, { mfa }, { userId }) => ({
  recoveryCodes: await mfa.verify(userId, mfaId, dynamicCode),
}))
