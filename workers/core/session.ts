import { login } from '#contract/calls/user/login.ts'
import { logout } from '#contract/calls/user/logout.ts'
import type { Person } from '#contract/calls/user/person.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import type { CallResult, SessionState } from '#contract/core-api.ts'
import type { InputOf } from '#contract/define-call.ts'
import { kindOfError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { KeptSession } from '../store/seal.ts'
import { pause, type Ports } from './ports.ts'
import type { Transport } from './transport.ts'

export const RENEWAL_LOCK = 'sightline-renewal'
const EXPIRED = 7088
const IDLE = 7090
/** Pause between attempts of a renewal that could not reach the service. */
const RENEWAL_RETRY_MS = 15_000
/** Activity is written down at most this often. */
const ACTIVITY_EVERY_MS = 15_000
const LOGOUT_TIMEOUT_MS = 10_000
/** A database that does not open in this time is not waited for. */
const RESTORE_TIMEOUT_MS = 3_000

export interface SessionListener {
  onState(): void
  /** A session is there: signed in, restored, or found when another core signed in. */
  onBegin(): void
  /** Its token was replaced (spec 2, section 7: the push channel reconnects). */
  onRenewed(): void
  /** It is gone. What was kept for the person must go too. */
  onEnd(): void
  /** Other cores must look at the sealed session again. */
  onShared(code?: number): void
}

/**
 * The one session of this browser profile: signs in, seals, restores, renews and ends it. All writes of the seal happen
 * under one Web Lock, so that cores of several builds renew once and share the result.
 */
export class Session {
  readonly #ports: Ports
  readonly #transport: Transport
  readonly #listener: SessionListener
  #current: KeptSession | undefined
  #state: SessionState = { kind: 'starting' }
  #activeAtMs = 0
  #activityWrittenAtMs = 0
  #renewNotBeforeMs = 0
  #renewal: Promise<void> | undefined
  #cancelWake = () => {}

  constructor(ports: Ports, transport: Transport, listener: SessionListener) {
    this.#ports = ports
    this.#transport = transport
    this.#listener = listener
  }

  get state(): SessionState {
    return this.#state
  }

  get token(): string | undefined {
    return this.#current?.token
  }

  get user(): Person | undefined {
    return this.#current?.user
  }

  get clockOffsetMs(): number {
    return this.#current?.clockOffsetMs ?? 0
  }

  /** Looks for a sealed session that is still good. */
  async restore(): Promise<void> {
    const { seal } = this.#ports.store
    const found = new AbortController()
    const late = pause(this.#ports.clock, RESTORE_TIMEOUT_MS, found.signal).then(() => [undefined, undefined] as const)
    const [kept, activeAtMs] = await Promise.race([Promise.all([seal.read(), seal.readActivity()]), late])
    found.abort()
    if (kept === undefined) return this.#setState({ kind: 'signed-out' })
    this.#activeAtMs = activeAtMs ?? 0
    if (this.#idleMs() >= limits.idleLogoutMs) return this.#drop(kept, IDLE, true)
    if (this.#leftMs(kept) <= 0) return this.#drop(kept, EXPIRED, false)
    this.#begin(kept)
  }

  async signIn(input: InputOf<typeof login>): Promise<CallResult<Person>> {
    const sentAtMs = this.#ports.clock.nowMs()
    const result = await this.#transport.send(login, input)
    if (!result.ok) return result
    if (this.#current !== undefined) await this.end(undefined, true)
    const { nowMs, ...rest } = result.data
    const kept: KeptSession = { ...rest, clockOffsetMs: this.#offset(nowMs, sentAtMs) }
    await this.#locked(() => this.#write(kept))
    this.#activeAtMs = this.#ports.clock.nowMs()
    await this.#writeActivity()
    this.#begin(kept)
    this.#listener.onShared()
    return { ok: true, data: kept.user }
  }

  /** Ends the session everywhere. `tellService` when the service does not know yet; it is not waited for. */
  async end(code: number | undefined, tellService: boolean): Promise<void> {
    const ended = this.#current
    if (ended === undefined) return
    await this.#drop(ended, code, tellService)
    this.#listener.onShared(code)
  }

  /** The person did something, or live video is playing. */
  async noteActivity(): Promise<void> {
    if (this.#current === undefined) return
    this.#activeAtMs = this.#ports.clock.nowMs()
    if (this.#activeAtMs - this.#activityWrittenAtMs >= ACTIVITY_EVERY_MS) await this.#writeActivity()
  }

  /** What the service now says of the person. */
  async setUser(user: Person): Promise<void> {
    if (this.#current?.user.userId !== user.userId) return
    this.#current = { ...this.#current, user }
    this.#setState({ kind: 'signed-in', user })
    await this.#locked(async () => {
      if (this.#current !== undefined) await this.#write(this.#current)
    })
    this.#listener.onShared()
  }

  /**
   * The service refused this token with a code that ends sessions. Gives true when a newer token is there by now, so that
   * the call is worth sending again; otherwise the session has ended.
   */
  async refused(code: number, token: string): Promise<boolean> {
    await this.#renewal
    if (this.#current?.token === token) {
      const kept = await this.#ports.store.seal.read()
      if (kept !== undefined && kept.token !== token) this.#adopt(kept)
    }
    if (this.#current !== undefined && this.#current.token !== token) return true
    await this.end(code, false)
    return false
  }

  /** Another core changed the sealed session. */
  async lookAgain(code: number | undefined): Promise<void> {
    const kept = await this.#ports.store.seal.read()
    if (kept === undefined) {
      if (this.#current !== undefined) await this.#drop(this.#current, code, false)
    } else if (this.#current === undefined) {
      this.#activeAtMs = (await this.#ports.store.seal.readActivity()) ?? this.#ports.clock.nowMs()
      this.#begin(kept)
    } else if (this.#current.user.userId !== kept.user.userId) {
      this.#listener.onEnd()
      this.#begin(kept)
    } else this.#adopt(kept)
  }

  /** Stops looking after the session without ending it: another core goes on. */
  stop(): void {
    this.#cancelWake()
  }

  #begin(kept: KeptSession): void {
    this.#current = kept
    this.#renewNotBeforeMs = 0
    this.#setState({ kind: 'signed-in', user: kept.user })
    this.#listener.onBegin()
    void this.#wake()
  }

  #adopt(kept: KeptSession): void {
    const isRenewed = this.#current?.token !== kept.token
    this.#current = kept
    this.#setState({ kind: 'signed-in', user: kept.user })
    if (isRenewed) this.#listener.onRenewed()
    void this.#wake()
  }

  async #drop(ended: KeptSession, code: number | undefined, tellService: boolean): Promise<void> {
    this.#cancelWake()
    this.#current = undefined
    this.#setState(code === undefined ? { kind: 'signed-out' } : { kind: 'signed-out', code })
    this.#listener.onEnd()
    if (tellService) void this.#transport.send(logout, undefined, { token: ended.token, timeoutMs: LOGOUT_TIMEOUT_MS })
    await this.#ports.store.seal.clear()
  }

  /** Compares every deadline with the clock, acts on those that have come, and sleeps until the next. */
  async #wake(): Promise<void> {
    this.#cancelWake()
    const current = this.#current
    if (current === undefined) return
    const { clock, store } = this.#ports
    if (this.#idleMs() >= limits.idleLogoutMs) {
      // A tab of another build may have been the busy one.
      this.#activeAtMs = Math.max(this.#activeAtMs, (await store.seal.readActivity()) ?? 0)
      if (this.#current !== current) return
      if (this.#idleMs() >= limits.idleLogoutMs) return this.end(IDLE, true)
    }
    const renewAtMs = Math.max(clock.nowMs() + this.#leftMs(current) - limits.renewAtMsLeft, this.#renewNotBeforeMs)
    if (renewAtMs <= clock.nowMs()) {
      this.#renewal ??= this.#renew().finally(() => {
        this.#renewal = undefined
        void this.#wake()
      })
      return
    }
    this.#cancelWake()
    this.#cancelWake = clock.at(Math.min(renewAtMs, this.#activeAtMs + limits.idleLogoutMs), () => void this.#wake())
  }

  async #renew(): Promise<void> {
    const { clock, store } = this.#ports
    this.#renewNotBeforeMs = clock.nowMs() + RENEWAL_RETRY_MS
    await this.#locked(async () => {
      const kept = await store.seal.read()
      const current = this.#current
      // Another build's core was first: its token is here already, or in the seal.
      if (current === undefined || this.#leftMs(current) > limits.renewAtMsLeft) return
      if (kept !== undefined && kept.token !== current.token) return this.#adopt(kept)
      const sentAtMs = clock.nowMs()
      // The same id on every attempt: a renewal whose answer was lost is answered again, not done again.
      const id = `renewal-${current.sessionId}`.slice(0, 64)
      const result = await this.#transport.send(tokenRenewal, undefined, { token: current.token, id })
      if (this.#current?.token !== current.token) return
      if (result.ok) {
        const { nowMs, ...rest } = result.data
        const renewed = { ...this.#current, ...rest, clockOffsetMs: this.#offset(nowMs, sentAtMs) }
        await this.#write(renewed)
        this.#renewNotBeforeMs = 0
        this.#adopt(renewed)
        this.#listener.onShared()
      } else if (kindOfError(result.code) === 'logout') await this.end(result.code, false)
      // The service is the judge of the expiry; without it this clock is.
      else if (this.#leftMs(current) <= 0) await this.end(EXPIRED, false)
    })
  }

  /** Seal writes of all cores, one after the other. A lock that is taken away belongs to a core that replaces this one. */
  async #locked(work: () => Promise<void>): Promise<void> {
    await this.#ports.locks.request(RENEWAL_LOCK, work).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
  }

  #write(kept: KeptSession): Promise<void> {
    return this.#ports.store.seal.write(kept, this.#ports.clock.nowMs())
  }

  async #writeActivity(): Promise<void> {
    this.#activityWrittenAtMs = this.#activeAtMs
    await this.#ports.store.seal.writeActivity(this.#activeAtMs)
  }

  #idleMs(): number {
    return this.#ports.clock.nowMs() - this.#activeAtMs
  }

  /** How long the token is still good, by the service's clock. */
  #leftMs(kept: KeptSession): number {
    return kept.expiresAtMs - (this.#ports.clock.nowMs() + kept.clockOffsetMs)
  }

  /** Service clock minus this one, taking the answer's time as the middle of the exchange. */
  #offset(serviceNowMs: number, sentAtMs: number): number {
    return Math.round(serviceNowMs - (sentAtMs + this.#ports.clock.nowMs()) / 2)
  }

  #setState(state: SessionState): void {
    this.#state = state
    this.#listener.onState()
  }
}
