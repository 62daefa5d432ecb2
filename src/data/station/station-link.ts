import { proxy } from 'valtio'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { codeOf, codesOf } from '#contract/errors.ts'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationPairingBegin } from '#contract/calls/station/station-pairing-begin.ts'
import { stationPairingLook } from '#contract/calls/station/station-pairing-look.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import type { StationOutput } from '#contract/station.ts'
import { CallError } from '../core/call-error.ts'
import { stationCall } from './station-call.ts'
import { forgetStation, forgetWaiting, keepStation, keepWaiting, keptScreen, publicKeyOf, type Waiting } from './station-key.ts'
import { StationMediaCore } from './station-media.ts'
import { StationPass } from './station-pass.ts'
import { StationPush, type StationOrder } from './station-push.ts'
import { untilThere } from './until-there.ts'

export type StationNow = OutputOf<typeof stationNow>

/** What keeps a screen from the service: it has no network, the service does not answer, or answers that it fails. Its clock is told of, too. */
export type StationTrouble = 'network' | 'service' | 'failing' | 'clock'

/** What is told in large words: also that it goes on, but hears of news only when it asks, since too many connections come from its network. */
export type StationWords = StationTrouble | 'crowded'

export const stationState = proxy({
  stage: 'starting' as 'starting' | 'pairing' | 'paired',
  pairingCode: undefined as string | undefined,
  /** The office has taken the permission back. */
  isRevoked: false,
  trouble: undefined as StationTrouble | undefined,
  troubleSinceMs: 0,
  /** Since when it is refused a push connection as there are too many: all else goes on. By this machine's clock. */
  crowdedSinceMs: undefined as number | undefined,
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
const AGAIN_MS = 30_000
/** What is told in quick succession, as in a storm of alarms, is asked for together. */
const LOOKS_APART_MS = 250
const IDENTIFY_MS = 15_000
const UNKNOWN = codeOf('station-unknown')
const CLOCK = codeOf('station-clock')
/** The code of a screen will not be good any more: its time is over, or what a page of before has kept is none to the service of now. */
const CODE_IS_OVER = codesOf('code-expired', 'parameter-error')
/** The service is not there: something in front of it may say so in its place. What it says itself while it lacks something is “unavailable”. */
const ABSENT = codesOf('network-failure', 'request-timeout', 'bad-gateway', 'gateway-timeout')

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * The link of one screen with the service: pairs it, hears what it is to show, and knows what keeps it from that. It goes on for as long as the page lives,
 * whatever fails meanwhile. `onReload`: the office wants the page anew.
 */
export class StationLink {
  readonly voId: StationOutput
  readonly core: StationMediaCore
  readonly #onReload: () => void
  readonly #pass: StationPass
  readonly #push: StationPush
  #checking: Promise<boolean> | undefined
  /** Questions for what is to be shown are numbered: so many were asked, and that one is answered. */
  #lastAsked = 0
  #lastAnswered = 0
  /** It was told that there is something else to show, and that is not asked for yet. */
  #isLookDue = false
  #isFollowing = false
  /** The service has just refused its push connection, and is not tried again before a moment has passed, by whomever. */
  #isHeldBack = false
  #troubleMs = 0
  /** Aborts when the service turns out not to be there: what waits for it then waits for nothing. */
  #line = new AbortController()
  #wake: () => void = () => {}

  constructor(voId: StationOutput, onReload: () => void) {
    this.voId = voId
    this.#onReload = onReload
    this.#pass = new StationPass({ voId, signal: () => this.#line.signal, onTime: () => this.#takeTime() })
    this.#push = new StationPush({
      voId,
      pass: this.#pass,
      onOrder: (order) => this.#follow(order),
      onTaken: () => {
        this.#tellCrowd()
        void this.#lookAgain()
      },
      onGone: () => {
        this.#tellCrowd()
        this.#connectAgain().catch((fault: unknown) => this.#note(fault))
      },
    })
    this.core = new StationMediaCore(
      () => this.#pass.ticket(),
      () => this.check(),
    )
    addEventListener('online', () => this.#wake())
    addEventListener('offline', () => this.#fail('network'))
  }

  async run(): Promise<never> {
    for (;;) {
      try {
        const sn = await this.#pass.read()
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
  call<C extends Call>(call: C, input: InputOf<C>, file?: File): Promise<OutputOf<C>> {
    return this.#pass.call(call, input, file)
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
    try {
      return (await this.#pass.takeSpare(signal)) || (await this.#answers(signal))
    } catch (fault) {
      return fault instanceof CallError && !ABSENT.has(fault.code)
    }
  }

  async #sleep(ms: number): Promise<void> {
    await Promise.race([pause(ms), new Promise<void>((resolve) => (this.#wake = resolve))])
  }

  /** Offers itself by a code until somebody has typed it, or its time is over. That of the page before stays, if the service still knows it. */
  async #pair(): Promise<void> {
    const kept = await keptScreen()
    let { waiting } = kept
    if (waiting === undefined) {
      waiting = await keepWaiting(await stationCall(stationPairingBegin, { publicKey: await publicKeyOf(kept) }))
      this.#offer(waiting)
      await pause(LOOK_MS)
    }
    const { pairingId, secret } = waiting
    // The other screen of this browser may have been paired: it is the same machine.
    while ((await keptScreen()).sn === undefined) {
      try {
        const { sn } = await stationCall(stationPairingLook, { pairingId, secret })
        if (sn !== undefined) return await keepStation(sn)
        this.#offer(waiting)
      } catch (fault) {
        if (fault instanceof CallError && CODE_IS_OVER.has(fault.code)) return await forgetWaiting(waiting)
        // Somebody may have typed the code by now: it stays good while the service cannot be asked.
        this.#note(fault)
      }
      await pause(LOOK_MS)
    }
  }

  #offer({ pairingCode }: Waiting): void {
    this.#clear()
    Object.assign(stationState, { stage: 'pairing', pairingCode, now: undefined })
  }

  /** Shows what the station is to show until its permission is gone. */
  async #show(sn: string): Promise<void> {
    Object.assign(stationState, { stage: 'paired', isRevoked: false })
    try {
      for (;;) {
        if (this.#line.signal.aborted) this.#line = new AbortController()
        await this.#look()
        if (stationState.trouble === undefined && !stationState.isRevoked)
          await this.#connect().catch((fault: unknown) => this.#note(fault))
        if (!stationState.isRevoked) await this.#rest()
        if (stationState.isRevoked || (await keptScreen()).sn !== sn) return
      }
    } finally {
      this.#push.close()
      this.#pass.drop()
      if (stationState.isRevoked) await forgetStation(sn)
      // What is answered from now on was asked before.
      this.#lastAnswered = this.#lastAsked
      Object.assign(stationState, { now: undefined, crowdedSinceMs: undefined })
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
    if (this.#pass.hasSpare) this.core.tell({ isReachable: true, offsetMs: this.#pass.steadyOffsetMs })
  }

  async #look(): Promise<void> {
    const question = (this.#lastAsked += 1)
    try {
      const now = await this.call(stationNow, undefined)
      // Of two answers the older one may come last.
      if (question > this.#lastAnswered) stationState.now = now
      this.#lastAnswered = Math.max(question, this.#lastAnswered)
      this.#clear()
    } catch (fault) {
      this.#note(fault)
    }
  }

  /** Looks at once, and a moment later for all that is told meanwhile. */
  async #lookAgain(): Promise<void> {
    this.#isLookDue = true
    if (this.#isFollowing) return
    this.#isFollowing = true
    while (this.#isLookDue) {
      this.#isLookDue = false
      void this.#look()
      await pause(LOOKS_APART_MS)
    }
    this.#isFollowing = false
  }

  async #connect(): Promise<void> {
    if (stationState.isShown && !this.#isHeldBack) await this.#push.open()
  }

  async #connectAgain(): Promise<void> {
    // A service that does not take this screen once, as it may not know the time, is tried at once; one that goes on refusing it is not.
    if (this.#push.isRefused) {
      this.#isHeldBack = true
      await pause(RETRY_MS)
      this.#isHeldBack = false
    }
    // Whether the service is away, or only this socket, shows when it is asked.
    await this.#look()
    if (stationState.trouble === undefined && stationState.stage === 'paired') await this.#connect()
  }

  #tellCrowd(): void {
    stationState.crowdedSinceMs = this.#push.isCrowdedOut ? (stationState.crowdedSinceMs ?? Date.now()) : undefined
  }

  #follow(order: StationOrder): void {
    if (order === 'look') void this.#lookAgain()
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
    if (stationState.trouble !== undefined && this.#push.heardMs < this.#troubleMs) this.#push.close()
    stationState.trouble = undefined
    this.#tellCore()
  }

  #takeTime(): void {
    stationState.offsetMs = this.#pass.offsetMs
    this.#tellCore()
  }

  #tellCore(): void {
    this.core.tell({ isReachable: stationState.trouble === undefined, offsetMs: this.#pass.steadyOffsetMs })
  }
}

/** What it is where the service has not answered. */
function absence(): StationTrouble {
  return navigator.onLine ? 'service' : 'network'
}

/** Whether nothing comes from the service, as far as is known. */
export function isAbsent(trouble: StationTrouble | undefined): boolean {
  return trouble === 'network' || trouble === 'service'
}
