import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { emailCode, identifier } from '../../rules.ts'

/**
 * Ends what `/vms/user/mfa/create` began: the code shows that the method works, and sign-in asks for a second step from now on. Answers
 * with recovery codes when there were none, told here and never again. Fails with second-step-failed (code wrong), code-expired, code-used,
 * second-step-elsewhere (begun anew elsewhere), wrong-state (verified already), not-found.
 */
export const mfaVerify = defineCall({
  path: '/vms/user/mfa/verify',
  input: z.object({ mfaId: identifier, dynamicCode: emailCode }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  access: signedIn,
  offline: 'none',
  changes: true,
  rate: { calls: 20, perMs: 60_000 },
})
