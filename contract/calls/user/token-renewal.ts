import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput, timeMs } from '../../rules.ts'

/**
 * Replaces the token and the session id (rule 7.2). The old token stays good until the new one is used, and for a short grace more, so that
 * calls on their way are answered; using it for another renewal after that ends the session (token-renewed-twice).
 */
export const tokenRenewal = defineCall({
  path: '/vms/token/renewal',
  input: noInput,
  output: z.object({ token: z.string(), sessionId: z.string(), expiresAtMs: timeMs, nowMs: timeMs }),
  access: signedIn,
  offline: 'none',
})
