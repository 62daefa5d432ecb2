import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { codeSent, imageCodeFields, loginName } from './dynamic-code.ts'

/**
 * Sends a code for a new password to the person's e-mail address. Fails with image-code-needed, image-code-wrong or code-expired for the
 * image code, too-frequent within 120 s of the last one (`retryAfterMs`), too-many-email-codes after too many in a day. Answers alike
 * whether there is such a user or not.
 */
export const passwordResetSendMessage = defineCall({
  path: '/vms/user/password/reset/send-message',
  input: z.object({ loginName, ...imageCodeFields }),
  output: codeSent,
  access: open,
  offline: 'none',
  changes: true,
  rate: { calls: 30, perMs: 60_000 },
})
