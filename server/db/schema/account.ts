import type { MfaStatus } from '#contract/states/mfa.ts'

/** Tables of accounts. */
export interface AccountSchema {
  email_code: EmailCodeTable
  sign_in_step: SignInStepTable
  mfa_method: MfaMethodTable
  mfa_recovery: MfaRecoveryTable
}

/**
 * The last code for a name and a purpose that somebody has asked for, whether there is such a user or not. `day_count` times they did since
 * `day_started_at_ms`; `failures` counts wrong guesses at this one, `failures_elsewhere` those of others, and `guesses` both,
 * also those before it was asked for anew while it was good.
 */
interface EmailCodeTable {
  target: string
  purpose: string
  /** Browser or network; empty for the person themselves, who is signed in. */
  asker: string
  code_mac: string
  /** When it was asked for, and when its mail was written, which others may have asked for. */
  sent_at_ms: number
  mailed_at_ms: number
  expires_at_ms: number
  used_at_ms: number | null
  failures: number
  failures_elsewhere: number
  guesses: number
  day_started_at_ms: number
  day_count: number
}

/** The right password of this name has been shown from this network (`address`): the second step may follow. */
interface SignInStepTable {
  login_name: string
  address: string
  expires_at_ms: number
}

/** One of each category for a person. `secret`: base32, of an app, sealed for its user. `last_step`: the latest 30 s whose code was used (RFC 6238). */
interface MfaMethodTable {
  id: string
  user_id: string
  category: 'e-mail' | 'app'
  secret: string | null
  status: MfaStatus
  last_step: number
  created_at_ms: number
}

/** Codes for whoever has lost everything else, each good once. */
interface MfaRecoveryTable {
  user_id: string
  code_mac: string
  used_at_ms: number | null
}
