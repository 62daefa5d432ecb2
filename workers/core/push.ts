import type * as z from 'zod/mini'
import type { PushState } from '#contract/core-api.ts'
import { SUCCESS } from '#contract/envelope.ts'
import { kindOfError } from '#contract/errors.ts'
import { limits, PUSH_RECONNECT } from '#contract/limits.ts'
import {
  emptiedMessage,
  PUSH_HEARTBEAT_PATH,
  PUSH_PATH,
  pushClose,
  pushMessage,
  type PushMessage,
  type PushRequest,
} from '#contract/push.ts'
import { pause, type Ports } from './ports.ts'

export const PUSH_LOCK = 'sightline-push'
/** An open socket that leaves a heartbeat unanswered for this long is a half-open one. */
const HEARTBEAT_ANSWER_MS = 10_000
/** So is one that is silent for this long, once the service has shown that it speaks unasked (every 12 s). */
const SILENT_MOST_MS = 25_000
/** While the service answers calls, what it leaves unanswered here for this long hangs. */
const PROMPT_MS = 1_000
/** The same soon after another one was given up as hanging: the line may be a slow one, or the service at its limit. */
const SLOW_PROMPT_MS = 5_000
/** So soon; and one that hangs again, and has not stood, is followed by the next after a pause only. */
const HANG_AGAIN_MS = 60_000
/** What is shown is asked for anew this long after the last message that could not be read. */
const EMPTIED_MS = 1_000
/** Pauses after the five retries of the specification; the last one repeats. */
const LATER_PAUSES_MS = [10_000, 20_000, 40_000, 60_000] as const
/** A socket that was open for less than this and is asked to reconnect waits like one that failed. */
const HASTY_MS = 1_000
/** What opens this soon after the start shows nothing that is older than the first answers. */
const FRESH_MS = 2_000

export interface PushListener {
  onState(state: PushState): void
  onMessage(message: PushMessage): void
  /** Messages may have been missed, or one could not be read: what is shown may be old. */
  onGap(): void
  /** The service ended the session of this token. */
  onRefused(code: number, token: string): void
  onReach(isReachable: boolean): void
  /** Nothing comes by a connection that stands: all others may be as dead. */
  onSilence(): void
  /** The service has taken the connection: it is there with all that it has. */
  onStanding(): void
  /** Another core took the socket's lock away: this one is superseded. */
  onStolen(): void
}

type Reply = Extract<PushMessage, { infoType: 'reply' }>['infoContent']

function nothing(): void {}

/** How long to wait before try number `failures` after the first. */
function pauseMs(failures: number): number {
  if (failures <= limits.pushRetries) return limits.pushRetryMs
  return LATER_PAUSES_MS[Math.min(failures - limits.pushRetries, LATER_PAUSES_MS.length) - 1] ?? limits.pushRetryMs
}

/**
 * The push connection (rule 4.12), held by one core of all that are open. After the five retries it is `failed`,
 * but goes on trying with growing pauses: viewing stations run for months with nobody to press a button.
 */
export class PushLink {
  readonly #ports: Ports
  readonly #token: () => string | undefined | Promise<string | undefined>
  readonly #listener: PushListener
  #run: AbortController | undefined
  #state: PushState = 'idle'
  #startedAtMs = 0
  /** Where to resume: what came before has been heard. */
  #cursor: string | undefined
  /** Before anything was heard: the earliest place up to which an answer knew everything. */
  #begin: string | undefined
  /** Ends the connection of now with the wish for another one at once. */
  #reconnect = () => {}
  /** Somebody looks at a tab. */
  #isWatched = false
  /** Says so on the connection of now. */
  #sayWatched = () => {}
  /** When the last one was found hanging, by the steady clock; long ago, once the service has taken another one promptly. */
  #hungAtMs = Number.NEGATIVE_INFINITY
  /** Ends the connection of now if it hangs. */
  #hurry = () => {}
  #endPause = () => {}

  constructor(ports: Ports, token: () => string | undefined | Promise<string | undefined>, listener: PushListener) {
    this.#ports = ports
    this.#token = token
    this.#listener = listener
  }

  get state(): PushState {
    return this.#state
  }

  /** Whether this core holds the socket, or tries to. */
  get isHolder(): boolean {
    return this.#state !== 'idle'
  }

  start(): void {
    if (this.#run !== undefined) return
    const run = new AbortController()
    this.#run = run
    this.#startedAtMs = this.#ports.clock.nowMs()
    this.#ports.locks
      .request(PUSH_LOCK, { signal: run.signal }, () => this.#hold(run.signal))
      .catch(() => {
        if (!run.signal.aborted) this.#listener.onStolen()
      })
  }

  stop(): void {
    this.#run?.abort()
    this.#run = undefined
    this.#cursor = undefined
    this.#begin = undefined
    this.#setState('idle')
  }

  /** This core, or the other that holds the socket, has heard everything up to here. */
  noteCursor(cursor: string | undefined): void {
    if (cursor !== undefined) this.#cursor = cursor
  }

  /**
   * An answer knew everything up to here. The first connection begins at the earliest of them: what is sent while a page asks for its first answers,
   * and before it can hear, is not missed.
   */
  noteAnswer(cursor: string): void {
    if (this.#begin === undefined || Number(cursor) < Number(this.#begin)) this.#begin = cursor
  }

  /** Somebody looks at a tab of this core, or nobody does any more: the service then tells this browser of alarms in another way too. */
  attend(isWatched: boolean): void {
    this.#isWatched = isWatched
    this.#sayWatched()
  }

  /** Connects anew with the token of now. */
  renew(): void {
    this.#reconnect()
    this.retryNow()
  }

  /** The service answers calls: tries at once if it waits, and gives up soon what gets no answer. */
  retryNow(): void {
    this.#endPause()
    this.#hurry()
  }

  /**
   * The network is another, or its speed is, which browsers say every few seconds on a line that is full: tries at once if it waits. Whether the service
   * is there is not known by that, so that nothing is given up.
   */
  endPause(): void {
    this.#endPause()
  }

  /** A connection was given up as hanging not long ago. */
  get #hasHung(): boolean {
    return this.#ports.clock.steadyMs() - this.#hungAtMs < HANG_AGAIN_MS
  }

  async #hold(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      if (failures === 0) this.#setState('connecting')
      const token = await this.#token()
      if (signal.aborted) return
      const end = await this.#connect(token, signal)
      if (signal.aborted) return
      if (end.openMs !== undefined) failures = 0
      const hungBefore = this.#hasHung
      if (end.isHung) this.#hungAtMs = this.#ports.clock.steadyMs()
      const isNextDue = end.isOutdated || (end.isHung && !hungBefore)
      if (end.isWished && ((end.openMs ?? 0) >= HASTY_MS || isNextDue)) continue
      failures += 1
      this.#setState(end.isCrowded ? 'crowded' : failures > limits.pushRetries ? 'failed' : 'retrying')
      const hurry = new AbortController()
      this.#endPause = () => hurry.abort()
      signal.addEventListener('abort', this.#endPause)
      await pause(this.#ports.clock, pauseMs(failures), hurry.signal)
      signal.removeEventListener('abort', this.#endPause)
      this.#endPause = () => {}
    }
  }

  /**
   * One connection, from opening to its end. `openMs`: how long the service had accepted it; `isWished`: we are to reconnect; `isHung`:
   * it did not get through where calls do; `isOutdated`: that was begun a while before calls did, and says nothing of how it is now; `isCrowded`: its network has
   * too many.
   */
  #connect(
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<{ openMs?: number; isWished: boolean; isHung: boolean; isOutdated: boolean; isCrowded: boolean }> {
    const { clock } = this.#ports
    return new Promise((resolve) => {
      const listening = new AbortController()
      const beganAtMs = clock.steadyMs()
      let socket: WebSocket | undefined
      let acceptedAtMs: number | undefined
      let lastSeq: number | undefined
      /** Heartbeats without an answer yet. */
      let asked = 0
      let isHung = false
      let isOutdated = false
      let isCrowded = false
      let speaksUnasked = false
      const timers = { opening: nothing, beat: nothing, answer: nothing, silence: nothing, emptied: nothing }
      const end = (isWished: boolean) => {
        for (const cancel of Object.values(timers)) cancel()
        this.#reconnect = () => {}
        this.#sayWatched = () => {}
        this.#hurry = () => {}
        signal.removeEventListener('abort', onAbort)
        listening.abort()
        socket?.close()
        resolve({ isWished, isHung, isOutdated, isCrowded, ...(acceptedAtMs !== undefined && { openMs: clock.nowMs() - acceptedAtMs }) })
      }
      const onAbort = () => end(false)
      const fail = () => {
        this.#listener.onReach(false)
        end(false)
      }
      const fallSilent = () => {
        this.#listener.onSilence()
        fail()
      }
      // The service itself says so: it is there.
      const turnedAway = () => {
        isCrowded = true
        end(false)
      }
      const send = (request: PushRequest) => socket?.send(JSON.stringify(request))
      const askHeartbeat = (patienceMs: number, onSilence: () => void) => {
        send({ type: 'heartbeat', path: PUSH_HEARTBEAT_PATH })
        asked += 1
        timers.answer()
        timers.answer = clock.after(patienceMs, onSilence)
      }
      const beat = () => {
        timers.beat = clock.after(limits.pushHeartbeatMs, () => {
          askHeartbeat(HEARTBEAT_ANSWER_MS, fallSilent)
          beat()
        })
      }
      const giveUp = () => {
        isHung = true
        end(true)
      }
      const hurry = () => {
        const patienceMs = this.#hasHung ? SLOW_PROMPT_MS : PROMPT_MS
        if (acceptedAtMs !== undefined) return askHeartbeat(patienceMs, giveUp)
        const sinceMs = clock.steadyMs() - beganAtMs
        if (sinceMs >= PROMPT_MS) {
          isOutdated = true
          return giveUp()
        }
        timers.opening()
        timers.opening = clock.after(patienceMs - sinceMs, giveUp)
      }
      const listenForSilence = () => {
        timers.silence()
        timers.silence = clock.after(SILENT_MOST_MS, fallSilent)
      }
      const onReply = ({ to, code, isResumed = false }: Reply) => {
        if (code === PUSH_RECONNECT) return end(true)
        if (code !== SUCCESS) {
          if (kindOfError(code) === 'logout' && token !== undefined) this.#listener.onRefused(code, token)
          return end(false)
        }
        if (to === 'heartbeat') {
          if (asked === 0 && !speaksUnasked) {
            speaksUnasked = true
            listenForSilence()
          }
          asked = Math.max(0, asked - 1)
          timers.answer()
        } else if (acceptedAtMs === undefined) {
          acceptedAtMs = clock.nowMs()
          timers.opening()
          // Neither the line is slow nor the service at its limit: one that hangs is the first again.
          if (clock.steadyMs() - beganAtMs <= PROMPT_MS) this.#hungAtMs = Number.NEGATIVE_INFINITY
          // That the service is there is no news for this connection, by which it is heard.
          this.#hurry = () => {}
          this.#accepted(isResumed)
          this.#hurry = hurry
          this.#sayWatched = () => send({ type: 'attention', isWatched: this.#isWatched })
          // Nobody looks, as long as nothing is said.
          if (this.#isWatched) this.#sayWatched()
          beat()
        }
      }
      // Many in a row, as from a service that is newer than this client, are one reason to look.
      const tellEmptied = () => {
        timers.emptied()
        timers.emptied = clock.after(EMPTIED_MS, () => this.#listener.onGap())
      }
      const onText = (data: unknown) => {
        if (speaksUnasked) listenForSilence()
        const message = this.#read(data)
        if (message === undefined) {
          // It had a number too.
          if (lastSeq !== undefined) lastSeq += 1
          return tellEmptied()
        }
        const { seq, cursor } = message.extension
        const isGap = lastSeq !== undefined && seq > lastSeq + 1
        lastSeq = seq
        // What is missing comes with the next connection, and this message once more.
        if (isGap && this.#cursor !== undefined) return end(true)
        if (isGap) this.#listener.onGap()
        if (!('infoType' in message)) tellEmptied()
        else if (message.infoType === 'reply') onReply(message.infoContent)
        else if (message.infoType === 'reconnect') end(true)
        else if (message.infoType === 'session-ended') {
          if (token !== undefined) this.#listener.onRefused(message.infoContent.code, token)
          end(false)
        } else this.#listener.onMessage(message)
        this.noteCursor(cursor)
      }
      signal.addEventListener('abort', onAbort)
      // Without a token it closes itself (rule 4.12).
      if (token === undefined) return end(false)
      this.#reconnect = () => end(true)
      this.#hurry = hurry
      timers.opening = clock.after(limits.pushConnectTimeoutMs, fail)
      try {
        socket = this.#ports.openSocket(this.#ports.origin.replace(/^http/, 'ws') + PUSH_PATH)
      } catch {
        return fail()
      }
      const until = { signal: listening.signal }
      socket.addEventListener('open', () => send({ type: 'token', token, after: this.#cursor ?? this.#begin }), until)
      socket.addEventListener('error', fail, until)
      socket.addEventListener('close', ({ code }) => (code === pushClose.crowded ? turnedAway() : fail()), until)
      socket.addEventListener('message', (event) => onText(event.data), until)
    })
  }

  #accepted(isResumed: boolean): void {
    const isFresh = this.#cursor === undefined && this.#ports.clock.nowMs() - this.#startedAtMs < FRESH_MS
    this.#setState('open')
    this.#listener.onStanding()
    if (!isFresh && !(isResumed && this.#cursor !== undefined)) this.#listener.onGap()
  }

  /** A message; one that cannot be read has empty data, or is nothing at all. */
  #read(data: unknown): PushMessage | z.output<typeof emptiedMessage> | undefined {
    try {
      const json: unknown = JSON.parse(String(data))
      const message = pushMessage.safeParse(json)
      return message.success ? message.data : emptiedMessage.parse(json)
    } catch {
      return undefined
    }
  }

  #setState(state: PushState): void {
    if (state === this.#state) return
    this.#state = state
    this.#listener.onState(state)
  }
}
