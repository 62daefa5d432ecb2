import { codeOf } from '#contract/errors.ts'
/**
 * Where the sending of a code by e-mail stands (rule 4.7): `unset`; `sent`, which is "waiting" until `againAtMs` by this machine's
 * clock and "resend" afterwards (`isOnItsWay`: an earlier mail has the code); `limited`, when the day has seen too many.
 */
export type CodeSending = { kind: 'unset' } | { kind: 'sent'; againAtMs: number; isOnItsWay?: boolean | undefined } | { kind: 'limited' }

const TOO_SOON = codeOf('too-frequent')
const TOO_MANY = codeOf('too-many-email-codes')

/** What a refusal says of the sending; `undefined` when it says nothing of it. */
export function sendingAfter({ code, detail }: { code: number; detail: { retryAfterMs?: number | undefined } }): CodeSending | undefined {
  if (code === TOO_MANY) return { kind: 'limited' }
  return code === TOO_SOON && detail.retryAfterMs !== undefined ? { kind: 'sent', againAtMs: Date.now() + detail.retryAfterMs } : undefined
}
