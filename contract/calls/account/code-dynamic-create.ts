import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { language } from '../../enums.ts'
import { email } from '../../rules.ts'
import { codeSent, imageCodeFields, loginName } from './dynamic-code.ts'

const category = z.literal('e-mail')

/**
 * Sends a code of 6 characters by e-mail: to whoever registers (with an image code), or as the second step of a sign-in whose password
 * `/vms/user/pre-login` has just found right. Fails with too-frequent within 120 s of the last code (`retryAfterMs`), too-many-email-codes
 * when there were too many in a day, and image-code-needed, image-code-wrong or code-expired for the image code. Answers alike whether
 * there is such a user or not.
 */
export const codeDynamicCreate = defineCall({
  path: '/vms/code/dynamic/create',
  input: z.discriminatedUnion('typeEnum', [
    z.object({ typeEnum: z.literal('register'), category, loginName: email, language: z.optional(language), ...imageCodeFields }),
    z.object({
      typeEnum: z.literal('mfa'),
      category,
      loginName,
      idCode: z.optional(imageCodeFields.idCode),
      imgCode: z.optional(imageCodeFields.imgCode),
    }),
  ]),
  output: codeSent,
  access: open,
  offline: 'none',
  changes: true,
  rate: { calls: 30, perMs: 60_000 },
})
