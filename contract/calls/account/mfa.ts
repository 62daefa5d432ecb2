import * as z from 'zod/mini'
import { mfaStatus } from '../../states/mfa.ts'
import { says, timeMs } from '../../rules.ts'

/** How a second step is made: a code by e-mail, or one of an authenticator app. */
export const mfaCategory = z.enum(['e-mail', 'app'])

/** The second step of a sign-in (rule 3.16): a code by e-mail, or one of an app (RFC 6238) or a recovery code. */
export const loginType = z.enum(['DYNAMIC_CODE', 'OTP'])
export type LoginType = z.output<typeof loginType>

export const mfaMethod = z.object({ mfaId: z.string(), category: mfaCategory, status: mfaStatus, createdAtMs: timeMs })

/** A password that is shown once more before something that matters. */
export const shownPassword = z.string().check(z.minLength(1, says('required')), z.maxLength(256, says('too-long')))

/** The code of a second step: of an e-mail, of an app, or a recovery code (as OTP). */
export const loginCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-Z-]{6,16}$/))

/**
 * Oneself, shown once more: by the password, and by the second step where sign-in asks for one. Without it second-step-failed tells which are
 * good (`mfaTypes`), and a code by e-mail may be asked for at `/vms/code/dynamic/create`.
 */
export const shownSelf = {
  password: shownPassword,
  loginTypeEnum: z.optional(loginType),
  dynamicCode: z.optional(loginCode),
}
