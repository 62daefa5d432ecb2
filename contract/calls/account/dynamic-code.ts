import * as z from 'zod/mini'
import { lengths } from '../../limits.ts'
import { says, timeMs } from '../../rules.ts'

/** Sign-in names, and the e-mail addresses that serve as such. Kept in lower case. */
export const loginName = z.string().check(z.trim(), z.toLowerCase(), z.minLength(1, says('required')), z.maxLength(128, says('too-long')))

/** An image code with its answer, as `/vms/code/pic/create` made it. */
export const imageCodeFields = {
  idCode: z.string().check(z.minLength(1), z.maxLength(64)),
  imgCode: z.string().check(z.length(lengths.imageCode, says('image-code-shape'))),
}

/** A code is on its way, or would be if there were somebody of that name. */
export const codeSent = z.object({
  /** How long until the next one may be asked for, ms. */
  resendAfterMs: z.number(),
  expiresAtMs: timeMs,
  /** No other mail was written: that of some minutes ago, which somebody else may have asked for, has the code. */
  isOnItsWay: z.optional(z.boolean()),
})
