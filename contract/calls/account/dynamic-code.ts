import * as z from 'zod/mini'
import { says, timeMs } from '../../rules.ts'

/** An e-mail code as a person types it: 6 characters, whatever their case. */
export const emailCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-Z]{6}$/, says('email-code-shape')))

/** A code that an authenticator app shows: 6 digits. */
export const appCode = z.string().check(z.regex(/^[0-9]{6}$/, says('app-code-shape')))

/** Sign-in names, and the e-mail addresses that serve as such. Kept in lower case. */
export const loginName = z.string().check(z.trim(), z.toLowerCase(), z.minLength(1, says('required')), z.maxLength(128, says('too-long')))

/** An address with an @ and a dot (spec 2, section 5), without what no address has. Kept in lower case. */
export const email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(128, says('too-long')),
    z.regex(/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/, says('email-shape')),
  )

/** An image code with its answer, as `/vms/code/pic/create` made it. */
export const imageCodeFields = {
  idCode: z.string().check(z.minLength(1), z.maxLength(64)),
  imgCode: z.string().check(z.length(4, says('image-code-shape'))),
}

/** A code is on its way, or would be if there were somebody of that name. */
export const codeSent = z.object({
  /** How long until the next one may be asked for, ms. */
  resendAfterMs: z.number(),
  expiresAtMs: timeMs,
})
