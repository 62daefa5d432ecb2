import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { codeOf, codesOf } from '#contract/errors.ts'
import { stationTicket } from '#contract/calls/station/station-ticket.ts'
import { stationToken } from '#contract/calls/station/station-token.ts'
import type { StationOutput, StationProof, StationUse } from '#contract/station.ts'
import { steadyNowMs } from '../../lib/steady-now.ts'
import { CallError } from '../core/call-error.ts'
import { stationCall } from './station-call.ts'
import { keptScreen, signClaim, signProof, type Kept } from './station-key.ts'

const TOKEN_LEFT_MS = 4 * 60_000
/** A ticket that was got so long ago is used no more: it has run out soon after. */
const SPARE_MS = 15_000
const UNKNOWN = codeOf('station-unknown')
const CLOCK = codeOf('station-clock')
const noToken = codesOf('token-unknown', 'token-expired', 'not-signed-in')

interface Parts {
  voId: StationOutput
  /** Gives up what is asked, when the service turns out not to be there. */
  signal: () => AbortSignal
  /** The service has told what time it is. */
  onTime: () => void
}

/**
 * What the service lets one screen in by: the key of this browser, a token for it that is renewed in time, proofs for each use of that, tickets for the
 * relay, and the service's clock, by which all of them are made.
 */
export class StationPass {
  readonly #voId: StationOutput
  readonly #signal: () => AbortSignal
  readonly #onTime: () => void
  /** Read before anything is asked, so that nothing waits for it when the service is back. */
  #kept: Kept | undefined
  #token: { token: string; expiresAtMs: number } | undefined
  #renewing: Promise<string> | undefined
  /** A ticket for the relay that came with the news that the service is there again. `gotMs` by `performance`. */
  #spare: { ticket: string; gotMs: number } | undefined
  #signedMs = 0
  #offsetMs = 0
  #steadyOffsetMs = 0

  constructor({ voId, signal, onTime }: Parts) {
    this.#voId = voId
    this.#signal = signal
    this.#onTime = onTime
  }

  /** The service's clock minus this machine's, ms. */
  get offsetMs(): number {
    return this.#offsetMs
  }

  /** The service's clock minus the one by which pictures are timed: that makes no step when the machine's is set, as it often is soon after its start. */
  get steadyOffsetMs(): number {
    return this.#steadyOffsetMs
  }

  get hasSpare(): boolean {
    return this.#spare !== undefined
  }

  /** Reads which station this browser is; none, before it is paired. */
  async read(): Promise<string | undefined> {
    this.#kept = await keptScreen()
    return this.#kept.sn
  }

  /** Makes a call with a token that is good. Throws `CallError`. */
  async call<C extends Call>(call: C, input: InputOf<C>, file?: File): Promise<OutputOf<C>> {
    const signal = this.#signal()
    try {
      return await stationCall(call, input, { token: await this.token(), signal, ...(file && { file }) })
    } catch (fault) {
      if (!(fault instanceof CallError && noToken.has(fault.code))) throw fault
      this.dropToken()
      return stationCall(call, input, { token: await this.token(), signal, ...(file && { file }) })
    }
  }

  /** A token that is good for some minutes. Throws `CallError`. */
  async token(): Promise<string> {
    if (this.#token !== undefined && this.#hasToken) return this.#token.token
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined))
    return this.#renewing
  }

  /** The next one comes with the service's time. */
  dropToken(): void {
    this.#token = undefined
  }

  /** The permission is gone, and all that was got by it. */
  drop(): void {
    this.#token = undefined
    this.#spare = undefined
  }

  /** Proves that this is the browser with the key, for one use of its token. Throws `CallError` where it is none any more. */
  async prove(use: StationUse): Promise<StationProof> {
    const kept = this.#kept
    if (kept?.sn === undefined) throw new CallError(UNKNOWN, 'not paired')
    return signProof(kept, { use, sn: kept.sn, voId: this.#voId, atMs: Math.round(steadyNowMs() + this.#steadyOffsetMs) })
  }

  /** A ticket for the relay, once: the spare one, while it is good. Throws `CallError`. */
  async ticket(): Promise<string> {
    const spare = this.#spare
    this.#spare = undefined
    if (spare !== undefined && performance.now() - spare.gotMs < SPARE_MS) return spare.ticket
    try {
      return (await this.call(stationTicket, await this.prove('ticket'))).ticket
    } catch (fault) {
      if (!isClock(fault)) throw fault
      // The machine may have slept, and its steady clock with it.
      this.dropToken()
      await this.token()
      return (await this.call(stationTicket, await this.prove('ticket'))).ticket
    }
  }

  /** Takes a spare ticket. Without a token that may still be good it asks nothing, and resolves with false. Throws `CallError`. */
  async takeSpare(signal: AbortSignal): Promise<boolean> {
    if (!this.#hasToken) return false
    const proof = await this.prove('ticket')
    // It may have run out while this was signed.
    if (!this.#hasToken) return false
    const { ticket } = await stationCall(stationTicket, proof, { token: this.#token?.token, signal })
    this.#spare = { ticket, gotMs: performance.now() }
    return true
  }

  get #hasToken(): boolean {
    return this.#token !== undefined && this.#token.expiresAtMs - this.#serviceMs() > TOKEN_LEFT_MS
  }

  async #renew(): Promise<string> {
    const kept = await keptScreen()
    const { sn } = kept
    if (sn === undefined) throw new CallError(UNKNOWN, 'not paired')
    const onDate = (serviceMs: number) => this.#setOffset(serviceMs - Date.now())
    const signal = this.#signal()
    for (let tries = 0; ; tries += 1) {
      // Two screens may sign within the same millisecond, and a clock may have been put back.
      this.#signedMs = Math.max(Math.round(this.#serviceMs()), this.#signedMs + 1)
      const claim = await signClaim(kept, { sn, voId: this.#voId, atMs: this.#signedMs })
      try {
        const { nowMs, ...token } = await stationCall(stationToken, claim, { onDate, signal })
        this.#setOffset(nowMs - Date.now())
        this.#token = token
        return token.token
      } catch (fault) {
        if (!isClock(fault) || tries > 0) throw fault
        // The answer has told what time it is.
        this.#signedMs = 0
      }
    }
  }

  #setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs
    this.#steadyOffsetMs = offsetMs + Date.now() - steadyNowMs()
    this.#onTime()
  }

  #serviceMs(): number {
    return Date.now() + this.#offsetMs
  }
}

function isClock(fault: unknown): boolean {
  return fault instanceof CallError && fault.code === CLOCK
}
