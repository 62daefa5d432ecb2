import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { mfaCategory, shownSelf } from './mfa.ts'
import { codeSent } from './dynamic-code.ts'

/**
 * Begins a second step of one's own account, which `/vms/user/mfa/verify` ends: sends a code by e-mail, or makes the secret of an
 * authenticator app, told here and never again. Fails with second-step-elsewhere when there is an active one of this kind,
 * what `shownSelf` says (who adds a second step could go without the first one by it), too-frequent and too-many-email-codes for too many e-mails.
 */
export const mfaCreate = defineCall({
  path: '/vms/user/mfa/create',
  input: z.object({ category: mfaCategory, ...shownSelf }),
  output: z.discriminatedUnion('category', [
    z.object({ category: z.literal('e-mail'), mfaId: z.string(), ...codeSent.shape }),
    /** `secret` is base32, for typing; `otpauthUri` is for a QR code. */
    z.object({ category: z.literal('app'), mfaId: z.string(), secret: z.string(), otpauthUri: z.string() }),
  ]),
  access: signedIn,
  offline: 'none',
  changes: true,
})
