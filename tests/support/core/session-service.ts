import { login } from '#contract/calls/user/login.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import { limits } from '#contract/limits.ts'
import { nothing, type OtherEnd } from './other-end.ts'
import { person } from './test-ports.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** The part of the service that gives out tokens, with a clock that is not the client's. */
class SessionService {
  readonly #clock: VirtualClock
  readonly #skewMs: number
  readonly #lifeMs: number
  /** How long each token was still good when its renewal came, ms. */
  readonly leftAtRenewalMs: number[] = []
  token = ''
  expiresAtMs = 0
  #issued = 0

  constructor(otherEnd: OtherEnd, clock: VirtualClock, options: { lifeMs?: number; skewMs?: number } = {}) {
    this.#clock = clock
    this.#skewMs = options.skewMs ?? 90_000
    this.#lifeMs = options.lifeMs ?? 30 * 60_000
    otherEnd.nowMs = () => this.nowMs()
    otherEnd.on(login.path, () => ({ data: { ...this.#issue(), user: person } }))
    otherEnd.on(logout.path, () => nothing)
    otherEnd.on(tokenRenewal.path, ({ token }) => {
      if (token !== this.token) return { code: 9101 }
      this.leftAtRenewalMs.push(this.expiresAtMs - this.nowMs())
      return this.nowMs() >= this.expiresAtMs + limits.lateRenewalMs ? { code: 7088 } : { data: this.#issue() }
    })
  }

  nowMs(): number {
    return this.#clock.trueMs() + this.#skewMs
  }

  #issue(): { token: string; sessionId: string; expiresAtMs: number; nowMs: number } {
    this.#issued += 1
    this.token = `token-${this.#issued}`
    this.expiresAtMs = this.nowMs() + this.#lifeMs
    return { token: this.token, sessionId: `session-${this.#issued}`, expiresAtMs: this.expiresAtMs, nowMs: this.nowMs() }
  }
}

/** Has the other end answer the calls that give out tokens. */
export function serveSessions(
  profile: { otherEnd: OtherEnd; clock: VirtualClock },
  options?: { lifeMs?: number; skewMs?: number },
): SessionService {
  return new SessionService(profile.otherEnd, profile.clock, options)
}
