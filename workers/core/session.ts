import { remoteAccessConnect } from '#contract/calls/installer/remote-access-connect.ts'
import { login } from '#contract/calls/user/login.ts'
import type { Person } from '#contract/calls/user/person.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import type { CallResult, SessionState } from '#contract/core-api.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { codeOf, kindOfError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { KeptSession } from '../store/seal.ts'
import { Activity } from './activity.ts'
import { pause, type Ports } from './ports.ts'
import { Revocations } from './revocations.ts'
import type { ServiceTime } from './service-time.ts'
import type { Transport } from './transport.ts'

export const RENEWAL_LOCK = 'sightline-renewal'
const EXPIRED = codeOf('token-expired')
const IDLE = codeOf('inactive-too-long')
/** One try of a renewal, and from its start to the next: several fit into the grace that the service gives a token whose successor was lost. */
const RENEWAL_TIMEOUT_MS = 12_000
const RENEWAL_RETRY_MS = 15_000
const RENEWAL_TRIES_IN_GRACE = 4
const RENEWAL_RETRY_MOST_MS = 5 * 60_000
/** Clocks of two cores differ by as much at the most. */
const REPLACED_EARLIER_MS = 60_000
/** How long the service is asked for its time before this machine's own is believed. */
const TIME_TIMEOUT_MS = 3_000
/** A database that does not open in this time is not waited for. */
const RESTORE_TIMEOUT_MS = 3_000

export interface SessionListener {
  onState(): void
  /** A session is there: signed in, restored, or found when another core signed in. */
  onBegin(): void
  /** Its token was replaced (rule 7.2). */
  onRenewed(): void
  /**
   * It is gone, by the person's wish, against it, or because another core has another person's. What was kept for the person must
   * go too; only what they have not sent yet outlives an end that they did not wish.
   */
  onEnd(why: 'wish' | 'forced' | 'replaced', userId: string): void
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
  readonly #time: ServiceTime
  readonly #activity: Activity
  readonly #revocations: Revocations
  readonly #listener: SessionListener
  #current: KeptSession | undefined
  #state: SessionState = { kind: 'starting' }
  #isWarning = false
  #renewNotBeforeMs = 0
  #renewalTries = 0
  #renewal: Promise<void> | undefined
  #cancelWake = () => {}
  #isStopped = false

  constructor(ports: Ports, time: ServiceTime, transport: Transport, listener: SessionListener) {
    this.#ports = ports
    this.#time = time
    this.#transport = transport
    this.#activity = new Activity(time, ports.store.seal)
    this.#revocations = new Revocations(ports, time, transport)
    this.#listener = listener
  }

  get state(): SessionState {
    return this.#state
  }

  get token(): string | undefined {
    return this.#current?.token
  }

  /**
   * The token to ask something with now. Another core may have replaced this one while this one slept, and what a replaced token asks ends
   * the session for both: once a token is old enough to be replaced, the sealed session is looked at first.
   */
  async tokenToSend(): Promise<string | undefined> {
    const current = this.#current
    if (current === undefined || this.#leftMs(current) > limits.renewAtMsLeft + REPLACED_EARLIER_MS) return current?.token
    const kept = await this.#ports.store.seal.read()
    const isNewer = kept?.user.userId === current.user.userId && kept.expiresAtMs > current.expiresAtMs
    if (isNewer && this.#current?.token === current.token) this.#adopt(kept)
    return this.#current?.token
  }

  get sessionId(): string | undefined {
    return this.#current?.sessionId
  }

  get user(): Person | undefined {
    return this.#current?.user
  }

  /** When idleness will end the session, by the service's clock, once that is less than a minute away. */
  get idleEndsAtMs(): number | undefined {
    return this.#isWarning && this.#current !== undefined ? this.#activity.endsAtMs : undefined
  }

  /** Looks for a sealed session that is still good. */
  async restore(): Promise<void> {
    const found = new AbortController()
    const late = pause(this.#ports.clock, RESTORE_TIMEOUT_MS, found.signal).then(() => undefined)
    const reading = this.#ports.store.seal.read()
    const kept = await Promise.race([reading, late])
    found.abort()
    void this.#revocations.deliver()
    if (kept === undefined) {
      this.#setState({ kind: 'signed-out' })
      // The database may come after all.
      void reading.then((session) => session && this.lookAgain(undefined))
      return
    }
    this.#time.recall(kept.clockOffsetMs)
    await this.#activity.lookAround()
    if (this.#isIdle() || this.#isBeyondRenewal(kept)) await this.#askTime()
    await this.#activity.lookAround()
    if (this.#isIdle()) return this.#drop(kept, IDLE, true)
    if (this.#isBeyondRenewal(kept)) return this.#drop(kept, EXPIRED, false)
    this.#begin(kept)
  }

  async signIn(input: InputOf<typeof login>): Promise<CallResult<Person>> {
    const sent = this.#time.moment()
    const result = await this.#transport.send(login, input)
    if (!result.ok) return result
    await this.#take(result.data, sent)
    return { ok: true, data: result.data.user }
  }

  /** Signs an installer in by the link of an accepted request. */
  async enterRemotely(input: InputOf<typeof remoteAccessConnect>): Promise<CallResult<{ user: Person; untilMs: number | null }>> {
    const sent = this.#time.moment()
    const result = await this.#transport.send(remoteAccessConnect, input)
    if (!result.ok) return result
    const { untilMs, ...issued } = result.data
    await this.#take(issued, sent)
    return { ok: true, data: { user: issued.user, untilMs } }
  }

  /** Lives on with what the service has just issued, instead of the session that there was. */
  async #take({ nowMs, ...issued }: OutputOf<typeof login>, sent: ReturnType<ServiceTime['moment']>): Promise<void> {
    if (this.#current !== undefined) await this.end(undefined, true)
    this.#time.heard(sent, nowMs)
    const kept: KeptSession = { ...issued, clockOffsetMs: this.#time.offsetMs }
    // Whoever finds the session finds that it is not idle.
    await this.#activity.begin()
    await this.#locked(() => this.#write(kept))
    this.#begin(kept)
    this.#listener.onShared()
  }

  /**
   * Ends the session everywhere. `tellService` when the service does not know yet; it is not waited for. Without a code it is the person's wish,
   * which a core that has stopped does as well; all else is for the core that goes on to find out.
   */
  async end(code: number | undefined, tellService: boolean): Promise<void> {
    const ended = this.#current
    if (ended === undefined || (this.#isStopped && code !== undefined)) return
    await this.#drop(ended, code, tellService)
    this.#listener.onShared(code)
  }

  /** The person did something, or live video is playing. */
  async noteActivity(): Promise<void> {
    if (this.#current === undefined) return
    if (!this.#isWarning) return this.#activity.note()
    await this.#activity.begin()
    void this.#wake()
    this.#listener.onShared()
  }

  /** The service's time is another than was thought: compares every deadline again. */
  lookAtTime(): void {
    void this.#wake()
  }

  /** The service can be reached again: does at once what waited for it. */
  onReach(): void {
    this.#renewNotBeforeMs = 0
    void this.#wake()
    void this.#revocations.deliver()
  }

  /** What the service now says of the person. */
  async setUser(user: Person): Promise<void> {
    if (this.#current?.user.userId !== user.userId) return
    this.#current = { ...this.#current, user }
    this.#setState({ kind: 'signed-in', user })
    await this.#locked(async () => {
      const kept = await this.#ports.store.seal.read()
      // Another core has signed out, or somebody else in, and this one has not heard of it yet.
      if (kept?.user.userId !== user.userId || this.#current === undefined) return
      if (kept.token !== this.#current.token) this.#adopt({ ...kept, user })
      await this.#write(this.#current)
    })
    this.#listener.onShared()
  }

  /**
   * The service refused this token with a code that ends sessions. Gives true when a newer token is there by now, so that
   * the call is worth sending again; otherwise the session has ended.
   */
  async refused(code: number, token: string): Promise<boolean> {
    // The machine may have slept over the token's end, which can be renewed for a while yet.
    if (code === EXPIRED && this.#current?.token === token && !this.#isBeyondRenewal(this.#current)) this.#beginRenewal()
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
    const before = this.#current
    const kept = await this.#ports.store.seal.read()
    // Signed in, for one, while that was read.
    if (this.#current !== before) return this.lookAgain(code)
    if (kept === undefined) {
      // Nothing is left to be cleared, and what is there a moment later is of somebody who signs in again.
      if (this.#current !== undefined) this.#leave(this.#current, code)
    } else if (this.#current === undefined) {
      this.#time.recall(kept.clockOffsetMs)
      await this.#activity.lookAround()
      this.#begin(kept)
    } else if (this.#current.user.userId !== kept.user.userId) {
      this.#listener.onEnd('replaced', this.#current.user.userId)
      this.#begin(kept)
    } else this.#adopt(kept)
  }

  /** The storage is there again, or empty: writes the session anew, or finds one that could not be read before. */
  async keepAgain(): Promise<void> {
    if (this.#current === undefined) return this.lookAgain(undefined)
    await this.#locked(async () => {
      const kept = await this.#ports.store.seal.read()
      if (this.#current === undefined) return
      // Another core was first, and has renewed since.
      if (kept !== undefined && kept.expiresAtMs > this.#current.expiresAtMs) this.#adopt(kept)
      else await this.#write(this.#current)
    })
    await this.#activity.write()
  }

  /** Stops looking after the session without ending it: another core goes on. What is under way, a renewal for one, wakes it no more. */
  stop(): void {
    this.#isStopped = true
    this.#cancelWake()
  }

  #begin(kept: KeptSession): void {
    this.#current = kept
    this.#noteRenewal(true)
    this.#setState({ kind: 'signed-in', user: kept.user })
    this.#listener.onBegin()
    void this.#wake()
  }

  #adopt(kept: KeptSession): void {
    const isRenewed = this.#current?.token !== kept.token
    this.#current = kept
    // Whoever has renewed: the tries for the last token are no reason to wait with this one.
    if (isRenewed) this.#noteRenewal(true)
    this.#setState({ kind: 'signed-in', user: kept.user })
    if (isRenewed) this.#listener.onRenewed()
    void this.#wake()
  }

  #leave(ended: KeptSession, code: number | undefined): void {
    this.#cancelWake()
    this.#current = undefined
    this.#isWarning = false
    this.#activity.forget()
    this.#setState(code === undefined ? { kind: 'signed-out' } : { kind: 'signed-out', code })
    this.#listener.onEnd(code === undefined ? 'wish' : 'forced', ended.user.userId)
  }

  async #drop(ended: KeptSession, code: number | undefined, tellService: boolean): Promise<void> {
    this.#leave(ended, code)
    if (tellService) await this.#revocations.add(ended.token)
    await this.#unseal(ended, code)
    if (tellService) void this.#revocations.deliver()
  }

  /** Who signs out leaves nothing behind. A core that slept may be late with any other end: what is sealed by then may be of a session that is good. */
  async #unseal(ended: KeptSession, code: number | undefined): Promise<void> {
    const { seal } = this.#ports.store
    if (code === undefined || (await seal.read())?.sessionId === ended.sessionId) await seal.clear()
  }

  /** Compares every deadline with the clock, acts on those that have come, and sleeps until the next. */
  async #wake(): Promise<void> {
    this.#cancelWake()
    const current = this.#current
    if (current === undefined || this.#isStopped) return
    if (this.#msToIdle() <= limits.idleWarningMs || this.#leftMs(current) <= 0) {
      // A tab of another build may have been the busy one, or this machine's clock the wrong one.
      if (this.#time.isInDoubt) await this.#askTime()
      await this.#activity.lookAround()
      // Ended, renewed or left to another core meanwhile.
      if (this.#current?.token !== current.token || this.#isStopped) return
      if (this.#isIdle()) return this.end(IDLE, true)
    }
    this.#warn(this.#msToIdle() <= limits.idleWarningMs)
    const nowMs = this.#time.nowMs()
    const renewAtMs = Math.max(current.expiresAtMs - limits.renewAtMsLeft, this.#renewNotBeforeMs)
    if (renewAtMs <= nowMs) this.#beginRenewal()
    const idleAtMs = this.#activity.endsAtMs - (this.#isWarning ? 0 : limits.idleWarningMs)
    this.#cancelWake()
    // A renewal under way wakes the session when it is done.
    const cancels = (this.#renewal === undefined ? [renewAtMs, idleAtMs] : [idleAtMs]).map((atMs) =>
      this.#ports.clock.at(atMs - this.#time.offsetMs, () => void this.#wake()),
    )
    this.#cancelWake = () => {
      for (const cancel of cancels) cancel()
    }
  }

  #warn(isWarning: boolean): void {
    if (isWarning === this.#isWarning) return
    this.#isWarning = isWarning
    this.#listener.onState()
  }

  #beginRenewal(): void {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
      void this.#wake()
    })
  }

  async #renew(): Promise<void> {
    const { seal } = this.#ports.store
    this.#noteRenewal(false)
    let endCode: number | undefined
    await this.#locked(async () => {
      const kept = await seal.read()
      const current = this.#current
      if (current === undefined) return
      // Another build's core was first: its token is here already, or in the seal.
      if (this.#leftMs(current) > limits.renewAtMsLeft) return this.#noteRenewal(true)
      if (kept !== undefined && kept.token !== current.token) return this.#adopt(kept)
      const sent = this.#time.moment()
      // The same id on every attempt: they are one renewal.
      const id = `renewal-${current.sessionId}`.slice(0, 64)
      const result = await this.#transport.send(tokenRenewal, undefined, { token: current.token, id, timeoutMs: RENEWAL_TIMEOUT_MS })
      if (this.#current?.token !== current.token) return
      if (result.ok) {
        const { nowMs, ...rest } = result.data
        this.#time.heard(sent, nowMs)
        const renewed = { ...this.#current, ...rest, clockOffsetMs: this.#time.offsetMs }
        await this.#write(renewed)
        this.#adopt(renewed)
        this.#listener.onShared()
      } else if (kindOfError(result.code) === 'logout') endCode = result.code
      // The service is the judge of the expiry; without it this clock is.
      else if (this.#isBeyondRenewal(current)) endCode = EXPIRED
    })
    if (endCode !== undefined) await this.end(endCode, false)
  }

  /** The next try of a renewal comes after a pause that grows, but not before the grace of the service is used well. */
  #noteRenewal(isDone: boolean): void {
    this.#renewalTries = isDone ? 0 : this.#renewalTries + 1
    const pauseMs = Math.min(RENEWAL_RETRY_MS * 2 ** Math.max(0, this.#renewalTries - RENEWAL_TRIES_IN_GRACE), RENEWAL_RETRY_MOST_MS)
    this.#renewNotBeforeMs = isDone ? 0 : this.#time.nowMs() + pauseMs
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

  /** Any answer of the service tells its time. Out of reach, this machine's own clock stands. */
  async #askTime(): Promise<void> {
    await this.#transport.send(systemVersionGet, undefined, { timeoutMs: TIME_TIMEOUT_MS })
  }

  #msToIdle(): number {
    return this.#activity.endsAtMs - this.#time.nowMs()
  }

  #isIdle(): boolean {
    return this.#msToIdle() <= 0
  }

  /** How long the token is still good, by the service's clock. */
  #leftMs(kept: KeptSession): number {
    return kept.expiresAtMs - this.#time.nowMs()
  }

  #isBeyondRenewal(kept: KeptSession): boolean {
    return this.#leftMs(kept) + limits.lateRenewalMs <= 0
  }

  #setState(state: SessionState): void {
    this.#state = state
    this.#listener.onState()
  }
}
