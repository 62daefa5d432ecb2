import { login } from '#contract/calls/user/login.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import { limits } from '#contract/limits.ts'
import { nothing, type OtherEnd } from './other-end.ts'
import { person } from './test-ports.ts'
import type { VirtualClock } from './virtual-clock.ts'

interface SessionOptions {
  /** How long tokens are good. */
  lifeMs?: number
  /** How far the service's clock is ahead of the client's. */
  skewMs?: number
  /**
   * How long a token that was renewed may be renewed once more, from the first use of what it was renewed to, as the real service has it; not
   * at all unless given.
   */
  graceMs?: number
}

/** The part of the service that gives out tokens, with a clock that is not the client's. */
class SessionService {
  readonly #clock: VirtualClock
  readonly #skewMs: number
  readonly #lifeMs: number
  readonly #graceMs: number | undefined
  /** How long each token was still good when its renewal came, ms. */
  readonly leftAtRenewalMs: number[] = []
  token = ''
  expiresAtMs = 0
  #issued = 0
  #sessions = 0
  /** Of the session's tokens: which one each was renewed from, and until when the renewed ones may be renewed once more. */
  readonly #renewedFrom = new Map<string, string>()
  readonly #spentAtMs = new Map<string, number>()

  constructor(otherEnd: OtherEnd, clock: VirtualClock, options: SessionOptions = {}) {
    this.#clock = clock
    this.#skewMs = options.skewMs ?? 90_000
    this.#lifeMs = options.lifeMs ?? 30 * 60_000
    this.#graceMs = options.graceMs
    otherEnd.nowMs = () => this.nowMs()
    otherEnd.on(login.path, () => {
      this.#renewedFrom.clear()
      return { data: { ...this.#issue(''), user: person } }
    })
    otherEnd.on(logout.path, () => nothing)
    otherEnd.on(tokenRenewal.path, ({ token }) => {
      if (token === undefined || !this.#mayRenew(token)) return { code: 9101 }
      this.use(token)
      this.leftAtRenewalMs.push(this.expiresAtMs - this.nowMs())
      return this.nowMs() >= this.expiresAtMs + limits.lateRenewalMs ? { code: 7088 } : { data: this.#issue(token) }
    })
  }

  nowMs(): number {
    return this.#clock.trueMs() + this.#skewMs
  }

  /** Takes note that the client has this token. */
  use(token: string): void {
    const before = this.#renewedFrom.get(token) ?? ''
    if (this.#spentAtMs.get(before) === Number.POSITIVE_INFINITY) this.#spentAtMs.set(before, this.nowMs() + (this.#graceMs ?? 0))
  }

  #mayRenew(token: string): boolean {
    if (this.#graceMs === undefined) return token === this.token
    return this.#renewedFrom.has(token) && this.nowMs() < (this.#spentAtMs.get(token) ?? Number.POSITIVE_INFINITY)
  }

  #issue(from: string): { token: string; sessionId: string; expiresAtMs: number; nowMs: number } {
    this.#issued += 1
    // A renewal gives a new token of the same session.
    if (from === '') this.#sessions += 1
    this.token = `token-${this.#issued}`
    this.#renewedFrom.set(this.token, from)
    if (!this.#spentAtMs.has(from)) this.#spentAtMs.set(from, Number.POSITIVE_INFINITY)
    this.expiresAtMs = this.nowMs() + this.#lifeMs
    return { token: this.token, sessionId: `session-${this.#sessions}`, expiresAtMs: this.expiresAtMs, nowMs: this.nowMs() }
  }
}

/** Has the other end answer the calls that give out tokens. */
export function serveSessions(profile: { otherEnd: OtherEnd; clock: VirtualClock }, options?: SessionOptions): SessionService {
  return new SessionService(profile.otherEnd, profile.clock, options)
}
