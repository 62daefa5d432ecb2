import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { emailCode, identifier } from '../../rules.ts'

/**
 * Ends what `/vms/user/mfa/create` began: the code shows that the method works, and sign-in asks for a second step from now on. Answers
 * with recovery codes when there were none, told here and never again. Fails with 33672 (code wrong), 1008 (expired), 33811 (used), 33671
 * (begun anew elsewhere), 6000 (verified already), 404.
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
