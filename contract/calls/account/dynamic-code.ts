import * as z from 'zod/mini'
import { timeMs } from '../../rules.ts'

/** An e-mail code as a person types it: 6 characters, whatever their case. */
export const emailCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-Z]{6}$/))

/** Sign-in names, and the e-mail addresses that serve as such. Kept in lower case. */
export const loginName = z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(128))

/** An address with an @ and a dot (spec 2, section 5), without what no address has. Kept in lower case. */
export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(128), z.regex(/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/))

/** An image code with its answer, as `/vms/code/pic/create` made it. */
export const imageCodeFields = {
  idCode: z.string().check(z.minLength(1), z.maxLength(64)),
  imgCode: z.string().check(z.length(4)),
}

/** A code is on its way, or would be if there were somebody of that name. */
export const codeSent = z.object({
  /** How long until the next one may be asked for, ms. */
  resendAfterMs: z.number(),
  expiresAtMs: timeMs,
})
