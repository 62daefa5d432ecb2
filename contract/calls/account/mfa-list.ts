import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { mfaMethod } from './mfa.ts'

/**
 * The second steps of one's own account, or, for administrators, of somebody in the organization (else user-missing). `mfaEnabled`: sign-in
 * asks for one. `organizationRequires`: for everybody; who has none of their own then gets codes by e-mail.
 */
export const mfaList = defineCall({
  path: '/vms/user/mfa/list',
  input: z.object({ userId: z.optional(identifier) }),
  output: z.object({
    mfaEnabled: z.boolean(),
    organizationRequires: z.boolean(),
    mfaList: z.array(mfaMethod),
    recoveryCodesLeft: z.int(),
  }),
  access: signedIn,
  offline: 'none',
})
