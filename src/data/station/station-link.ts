import { proxy } from 'valtio'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { SUCCESS } from '#contract/envelope.ts'
import { codeOf, codesOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { PUSH_HEARTBEAT_PATH, PUSH_PATH, pushMessage } from '#contract/push.ts'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationPairingBegin } from '#contract/calls/station/station-pairing-begin.ts'
import { stationPairingLook } from '#contract/calls/station/station-pairing-look.ts'
import { stationTicket } from '#contract/calls/station/station-ticket.ts'
import { stationToken } from '#contract/calls/station/station-token.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import type { StationOutput, StationProof, StationUse } from '#contract/station.ts'
import { steadyNowMs } from '../../lib/steady-now.ts'
import { lookForUpdate } from '../app/service-worker.ts'
import { CallError } from '../core/call-error.ts'
import { stationCall } from './station-call.ts'
import { keepStation, keptScreen, publicKeyOf, signClaim, signProof, type Kept } from './station-key.ts'
import { StationMediaCore } from './station-media.ts'
import { untilThere } from './until-there.ts'

export type StationNow = OutputOf<typeof stationNow>

/** What keeps a screen from the service: it has no network, the service does not answer, or answers that it fails. Its clock is told of, too. */
export type StationTrouble = 'network' | 'service' | 'failing' | 'clock'

export const stationState = proxy({
  stage: 'starting' as 'starting' | 'pairing' | 'paired',
  pairingCode: undefined as string | undefined,
  /** The office has taken the permission back. */
  isRevoked: false,
  trouble: undefined as StationTrouble | undefined,
  troubleSinceMs: 0,
  now: undefined as StationNow | undefined,
  /** The service's clock minus this machine's, ms. */
  offsetMs: 0,
  identifyUntilMs: 0,
  /** This page is the one that is seen, and not one that waits to take its place. */
  isShown: false,
})

const LOOK_MS = 2_000
/** A service that fails is not asked so often as one that is not there (`untilThere`): it is seen at once that it is there again. */
const RETRY_MS = 2_000
/** A line on which nothing comes is dead when the service does not answer on it within this time. */
const CHECK_MS = 3_000
/** The service may have come back with a newer release. */
const RELEASE_LOOK_MS = 60_000
const AGAIN_MS = 30_000
const TOKEN_LEFT_MS = 4 * 60_000
const IDENTIFY_MS = 15_000
/** A ticket that was got so long ago is used no more: it has run out soon after. */
const SPARE_MS = 15_000
const UNKNOWN = codeOf('station-unknown')
const CLOCK = codeOf('station-clock')
/** The service is not there: something in front of it may say so in its place. What it says itself while it lacks something is “unavailable”. */
const ABSENT = codesOf('network-failure', 'request-timeout', 'bad-gateway', 'gateway-timeout')
const noToken = codesOf('token-unknown', 'token-expired', 'not-signed-in')

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * The link of one screen with the service: pairs it, renews its token with the key of this browser, and hears what it is to show. It goes on for as long
 * as the page lives, whatever fails meanwhile. `onReload`: the office wants the page anew.
 */
export class StationLink {
  readonly voId: StationOutput
  readonly core: StationMediaCore
  readonly #onReload: () => void
  /** Read before anything is asked, so that nothing waits for it when the service is back. */
  #kept: Kept | undefined
  #token: { token: string; expiresAtMs: number } | undefined
  #renewing: Promise<string> | undefined
  /** A ticket for the relay that came with the news that the service is there again. `gotMs` by `performance`. */
  #spare: { ticket: string; gotMs: number } | undefined
  #checking: Promise<boolean> | undefined
  #signedMs = 0
  /** The service's clock minus the one by which pictures are timed: that makes no step when the machine's is set, as it often is soon after its start. */
  #steadyOffsetMs = 0
  #releaseLookedMs = performance.now()
  #socket: WebSocket | undefined
  /** How many push connections were tried since the service has taken one. */
  #tries = 0
  /** When something was last heard on the push connection, by `performance`. */
  #heardMs = 0
  #troubleMs = 0
  /** Aborts when the service turns out not to be there: what waits for it then waits for nothing. */
  #line = new AbortController()
  #wake: () => void = () => {}

  constructor(voId: StationOutput, onReload: () => void) {
    this.voId = voId
    this.#onReload = onReload
    this.core = new StationMediaCore(() => this.#takeTicket())
    addEventListener('online', () => this.#wake())
    addEventListener('offline', () => this.#fail('network'))
  }

  async run(): Promise<never> {
    for (;;) {
      try {
        this.#kept = await keptScreen()
        const { sn } = this.#kept
        if (sn === undefined) await this.#pair()
        else await this.#show(sn)
      } catch (fault) {
        this.#note(fault)
        await pause(RETRY_MS)
      }
    }
  }

  /** The page is seen from now on: until then the one before it holds the push connection of the output, of which there is one. */
  appear(): void {
    stationState.isShown = true
    this.#wake()
  }

  /** Makes a call with a token that is good. Throws `CallError`. */
  async call<C extends Call>(call: C, input: InputOf<C>, file?: File): Promise<OutputOf<C>> {
    const { signal } = this.#line
    try {
      return await stationCall(call, input, { token: await this.#goodToken(), signal, ...(file && { file }) })
    } catch (fault) {
      if (!(fault instanceof CallError && noToken.has(fault.code))) throw fault
      this.#token = undefined
      return stationCall(call, input, { token: await this.#goodToken(), signal, ...(file && { file }) })
    }
  }

  /** Looks whether the service is there, where nothing comes any more: a dead line does not tell that it is dead. Who asks meanwhile hears the same answer. */
  check(): Promise<boolean> {
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined))
    return this.#checking
  }

  async #check(): Promise<boolean> {
    if (isAbsent(stationState.trouble)) return false
    const isThere = await this.#answers(AbortSignal.timeout(CHECK_MS))
    if (!isThere) this.#failAbsent()
    return isThere
  }

  async #answers(signal: AbortSignal): Promise<boolean> {
    try {
      await stationCall(systemVersionGet, undefined, { signal })
      return true
    } catch (fault) {
      return fault instanceof CallError && !ABSENT.has(fault.code)
    }
  }

  /**
   * Asks a service that was away what pictures wait for: the answer says that it is there, and is the ticket with which the relay is opened before anything
   * else is asked. Without a token that may still be good it is asked whatever it answers to anybody.
   */
  async #knock(signal: AbortSignal): Promise<boolean> {
    if (!this.#hasToken) return this.#answers(signal)
    try {
      const proof = await this.#prove('ticket')
      // It may have run out while this was signed.
      if (!this.#hasToken) return await this.#answers(signal)
      const { ticket } = await stationCall(stationTicket, proof, { token: this.#token?.token, signal })
      this.#spare = { ticket, gotMs: performance.now() }
      return true
    } catch (fault) {
      return fault instanceof CallError && !ABSENT.has(fault.code)
    }
  }

  async #takeTicket(): Promise<string> {
    const spare = this.#spare
    this.#spare = undefined
    if (spare !== undefined && performance.now() - spare.gotMs < SPARE_MS) return spare.ticket
    try {
      return (await this.call(stationTicket, await this.#prove('ticket'))).ticket
    } catch (fault) {
      if (!isClock(fault)) throw fault
      await this.#learnTime()
      return (await this.call(stationTicket, await this.#prove('ticket'))).ticket
    }
  }

  /** Proves that this is the browser with the key, for one use of its token. Throws `CallError` where it is none any more. */
  async #prove(use: StationUse): Promise<StationProof> {
    const kept = this.#kept
    if (kept?.sn === undefined) throw new CallError(UNKNOWN, 'not paired')
    return signProof(kept, { use, sn: kept.sn, voId: this.voId, atMs: Math.round(steadyNowMs() + this.#steadyOffsetMs) })
  }

  /** The machine may have slept, and its steady clock with it: with a new token comes the service's time. */
  async #learnTime(): Promise<void> {
    this.#token = undefined
    await this.#goodToken()
  }

  async #sleep(ms: number): Promise<void> {
    await Promise.race([pause(ms), new Promise<void>((resolve) => (this.#wake = resolve))])
  }

  async #pair(): Promise<void> {
    const kept = await keptScreen()
    const { pairingId, secret, pairingCode, expiresAtMs, nowMs } = await stationCall(stationPairingBegin, {
      publicKey: await publicKeyOf(kept),
    })
    this.#clear()
    Object.assign(stationState, { stage: 'pairing', pairingCode, now: undefined })
    const endMs = performance.now() + expiresAtMs - nowMs
    while (performance.now() < endMs) {
      await pause(LOOK_MS)
      // The other screen of this browser may have been paired: it is the same machine.
      if ((await keptScreen()).sn !== undefined) break
      const { sn } = await stationCall(stationPairingLook, { pairingId, secret })
      this.#clear()
      if (sn === undefined) continue
      await keepStation(sn)
      break
    }
    if ((await keptScreen()).sn !== undefined) stationState.isRevoked = false
  }

  /** Shows what the station is to show until its permission is gone. */
  async #show(sn: string): Promise<void> {
    stationState.stage = 'paired'
    try {
      for (;;) {
        if (this.#line.signal.aborted) this.#line = new AbortController()
        try {
          stationState.now = await this.call(stationNow, undefined)
          this.#clear()
          await this.#connect()
        } catch (fault) {
          this.#note(fault)
        }
        if (!stationState.isRevoked) await this.#rest()
        if (stationState.isRevoked || (await keptScreen()).sn !== sn) return
      }
    } finally {
      this.#disconnect()
      this.#token = undefined
      this.#spare = undefined
      if (stationState.isRevoked) await keepStation(undefined)
      stationState.now = undefined
    }
  }

  /** Until the service is to be asked again. */
  async #rest(): Promise<void> {
    if (!isAbsent(stationState.trouble)) await this.#sleep(stationState.trouble === undefined ? AGAIN_MS : RETRY_MS)
    if (!isAbsent(stationState.trouble)) return
    await untilThere(async (signal) => {
      const isThere = await this.#knock(signal)
      // The network may have come meanwhile, or gone.
      if (!isThere && isAbsent(stationState.trouble)) stationState.trouble = absence()
      return isThere
    })
    // Pictures first: what else there is to know is asked while their connection opens.
    if (this.#spare !== undefined) this.core.tell({ isReachable: true, offsetMs: this.#steadyOffsetMs })
  }

  async #look(): Promise<void> {
    try {
      stationState.now = await this.call(stationNow, undefined)
      this.#clear()
    } catch (fault) {
      this.#note(fault)
    }
  }

  get #hasToken(): boolean {
    return this.#token !== undefined && this.#token.expiresAtMs - this.#serviceMs() > TOKEN_LEFT_MS
  }

  async #goodToken(): Promise<string> {
    if (this.#token !== undefined && this.#hasToken) return this.#token.token
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined))
    return this.#renewing
  }

  async #renew(): Promise<string> {
    const kept = await keptScreen()
    const { sn } = kept
    if (sn === undefined) throw new CallError(UNKNOWN, 'not paired')
    const onDate = (serviceMs: number) => this.#setOffset(serviceMs - Date.now())
    const { signal } = this.#line
    for (let tries = 0; ; tries += 1) {
      // Two screens may sign within the same millisecond, and a clock may have been put back.
      this.#signedMs = Math.max(Math.round(this.#serviceMs()), this.#signedMs + 1)
      const claim = await signClaim(kept, { sn, voId: this.voId, atMs: this.#signedMs })
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

  async #connect(): Promise<void> {
    if (!stationState.isShown) return
    if (this.#socket !== undefined && this.#socket.readyState <= WebSocket.OPEN) return
    const token = await this.#goodToken()
    const proof = await this.#prove('push')
    const url = new URL(PUSH_PATH, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = new WebSocket(url)
    this.#socket = socket
    this.#tries += 1
    const beat = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'heartbeat', path: PUSH_HEARTBEAT_PATH }))
    }, limits.pushHeartbeatMs)
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ type: 'token', token, proof }))
      if (performance.now() - this.#releaseLookedMs < RELEASE_LOOK_MS) return
      this.#releaseLookedMs = performance.now()
      void lookForUpdate()
    })
    socket.addEventListener('message', ({ data }) => {
      this.#heardMs = performance.now()
      this.#hear(String(data))
    })
    socket.addEventListener('close', () => {
      clearInterval(beat)
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#connectAgain().catch((fault: unknown) => this.#note(fault))
    })
  }

  async #connectAgain(): Promise<void> {
    // A service that does not take this screen once, as it may not know the time, is tried at once; one that goes on refusing it is not.
    if (this.#tries > 1) await pause(RETRY_MS)
    // Whether the service is away, or only this socket, shows when it is asked.
    await this.#look()
    if (stationState.trouble === undefined && stationState.stage === 'paired') await this.#connect()
  }

  #disconnect(): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #hear(text: string): void {
    const message = pushMessage.safeParse(parsed(text)).data
    if (message?.infoType === 'reply' && message.infoContent.code === SUCCESS) this.#tries = 0
    // It is connected anew once the service has closed this connection, with a proof of the time that comes with a new token.
    if (message?.infoType === 'reply' && message.infoContent.code === CLOCK) this.#token = undefined
    if (message?.infoType !== 'station' || message.infoContent.voId !== this.voId) return
    const { order } = message.infoContent
    if (order === 'look') void this.#look()
    else if (order === 'reload') this.#onReload()
    else stationState.identifyUntilMs = Date.now() + IDENTIFY_MS
  }

  #note(fault: unknown): void {
    const code = fault instanceof CallError ? fault.code : undefined
    if (code === UNKNOWN) {
      stationState.isRevoked = true
      stationState.now = undefined
      this.#wake()
      return
    }
    if (code === CLOCK) return this.#fail('clock')
    if (code !== undefined && ABSENT.has(code)) return this.#failAbsent()
    this.#fail('failing')
  }

  #failAbsent(): void {
    this.#fail(absence())
  }

  #fail(trouble: StationTrouble): void {
    if (stationState.trouble === undefined) {
      stationState.troubleSinceMs = Date.now()
      this.#troubleMs = performance.now()
    }
    stationState.trouble = trouble
    this.#tellCore()
    if (isAbsent(trouble)) this.#line.abort()
    // It is looked at once whether that is so, and often from then on.
    this.#wake()
  }

  #clear(): void {
    // A connection on which nothing has come meanwhile may be as dead as the line was.
    if (stationState.trouble !== undefined && this.#heardMs < this.#troubleMs) this.#disconnect()
    stationState.trouble = undefined
    this.#tellCore()
  }

  #setOffset(offsetMs: number): void {
    stationState.offsetMs = offsetMs
    this.#steadyOffsetMs = offsetMs + Date.now() - steadyNowMs()
    this.#tellCore()
  }

  #tellCore(): void {
    this.core.tell({ isReachable: stationState.trouble === undefined, offsetMs: this.#steadyOffsetMs })
  }

  #serviceMs(): number {
    return Date.now() + stationState.offsetMs
  }
}

function isClock(fault: unknown): boolean {
  return fault instanceof CallError && fault.code === CLOCK
}

/** What it is where the service has not answered. */
function absence(): StationTrouble {
  return navigator.onLine ? 'service' : 'network'
}

/** Whether nothing comes from the service, as far as is known. */
export function isAbsent(trouble: StationTrouble | undefined): boolean {
  return trouble === 'network' || trouble === 'service'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
