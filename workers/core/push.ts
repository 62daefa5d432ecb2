import type { PushState } from '#contract/core-api.ts'
import { kindOfError } from '#contract/errors.ts'
import { limits, PUSH_RECONNECT } from '#contract/limits.ts'
import { PUSH_HEARTBEAT_PATH, PUSH_PATH, pushMessage, type PushMessage, type PushRequest } from '#contract/push.ts'
import { pause, type Ports } from './ports.ts'

export const PUSH_LOCK = 'sightline-push'
/** An open socket that leaves a heartbeat unanswered for this long is a half-open one. */
const HEARTBEAT_ANSWER_MS = 10_000
/** Pauses after the five retries of the specification; the last one repeats. */
const LATER_PAUSES_MS = [10_000, 20_000, 40_000, 60_000] as const
/** A socket that was open for less than this and is asked to reconnect waits like one that failed. */
const HASTY_MS = 1_000
/** What opens this soon after the start has missed nothing: the first answers are as new. */
const FRESH_MS = 2_000

export interface PushListener {
  onState(state: PushState): void
  onMessage(message: PushMessage): void
  /** Messages may have been missed. */
  onGap(): void
  /** The service ended the session of this token. */
  onRefused(code: number, token: string): void
  onReach(isReachable: boolean): void
  /** Another core took the socket's lock away: this one is superseded. */
  onStolen(): void
}

function nothing(): void {}

/** How long to wait before try number `failures` after the first. */
function pauseMs(failures: number): number {
  if (failures <= limits.pushRetries) return limits.pushRetryMs
  return LATER_PAUSES_MS[Math.min(failures - limits.pushRetries, LATER_PAUSES_MS.length) - 1] ?? limits.pushRetryMs
}

/**
 * The push connection (spec 2, section 4), held by one core of all that are open. After the five retries it is `failed`,
 * but goes on trying with growing pauses: viewing stations run for months with nobody to press a button.
 */
export class PushLink {
  readonly #ports: Ports
  readonly #token: () => string | undefined
  readonly #listener: PushListener
  #run: AbortController | undefined
  #state: PushState = 'idle'
  #startedAtMs = 0
  /** Ends the connection of now with the wish for another one at once. */
  #reconnect = () => {}
  /** Ends the pause of now. */
  #hurry = () => {}
  unreadable = 0

  constructor(ports: Ports, token: () => string | undefined, listener: PushListener) {
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
    this.#setState('idle')
  }

  /** Connects anew with the token of now. */
  renew(): void {
    this.#reconnect()
    this.#hurry()
  }

  /** Tries at once if it waits. */
  retryNow(): void {
    this.#hurry()
  }

  async #hold(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      if (failures === 0) this.#setState('connecting')
      const end = await this.#connect(signal)
      if (signal.aborted) return
      if (end.openMs !== undefined) failures = 0
      if (end.isWished && (end.openMs ?? 0) >= HASTY_MS) continue
      failures += 1
      this.#setState(failures > limits.pushRetries ? 'failed' : 'retrying')
      const hurry = new AbortController()
      this.#hurry = () => hurry.abort()
      const stopHurrying = () => hurry.abort()
      signal.addEventListener('abort', stopHurrying)
      await pause(this.#ports.clock, pauseMs(failures), hurry.signal)
      signal.removeEventListener('abort', stopHurrying)
      this.#hurry = () => {}
    }
  }

  /** One connection, from opening to its end. `openMs`: how long the service had accepted it; `isWished`: we are to reconnect. */
  #connect(signal: AbortSignal): Promise<{ openMs?: number; isWished: boolean }> {
    const { clock } = this.#ports
    const token = this.#token()
    return new Promise((resolve) => {
      const listening = new AbortController()
      let socket: WebSocket | undefined
      let acceptedAtMs: number | undefined
      let lastSeq: number | undefined
      let cancelTimer = nothing
      const end = (isWished: boolean) => {
        cancelTimer()
        this.#reconnect = () => {}
        signal.removeEventListener('abort', onAbort)
        listening.abort()
        socket?.close()
        resolve(acceptedAtMs === undefined ? { isWished } : { openMs: clock.nowMs() - acceptedAtMs, isWished })
      }
      const onAbort = () => end(false)
      const fail = () => {
        this.#listener.onReach(false)
        end(false)
      }
      const send = (request: PushRequest) => socket?.send(JSON.stringify(request))
      const beat = () => {
        cancelTimer = clock.after(limits.pushHeartbeatMs, () => {
          send({ type: 'heartbeat', path: PUSH_HEARTBEAT_PATH })
          cancelTimer = clock.after(HEARTBEAT_ANSWER_MS, fail)
        })
      }
      const onReply = (to: 'token' | 'heartbeat', code: number) => {
        if (code === PUSH_RECONNECT) return end(true)
        if (code === 200) {
          if (to === 'token' && acceptedAtMs === undefined) {
            acceptedAtMs = clock.nowMs()
            this.#accepted()
          }
          cancelTimer()
          return beat()
        }
        if (kindOfError(code) === 'logout' && token !== undefined) this.#listener.onRefused(code, token)
        end(false)
      }
      signal.addEventListener('abort', onAbort)
      // Without a token it closes itself (spec 2, section 4).
      if (token === undefined) return end(false)
      this.#reconnect = () => end(true)
      cancelTimer = clock.after(limits.pushConnectTimeoutMs, fail)
      try {
        socket = this.#ports.openSocket(this.#ports.origin.replace(/^http/, 'ws') + PUSH_PATH)
      } catch {
        return fail()
      }
      const until = { signal: listening.signal }
      socket.addEventListener('open', () => send({ type: 'token', token }), until)
      socket.addEventListener('error', fail, until)
      socket.addEventListener('close', fail, until)
      socket.addEventListener(
        'message',
        (event) => {
          const message = this.#read(event.data)
          if (message === undefined) return
          if (lastSeq !== undefined && message.extension.seq > lastSeq + 1) this.#listener.onGap()
          lastSeq = message.extension.seq
          if (message.infoType === 'reply') onReply(message.infoContent.to, message.infoContent.code)
          else if (message.infoType === 'reconnect') end(true)
          else if (message.infoType === 'session-ended') {
            this.#listener.onRefused(message.infoContent.code, token)
            end(false)
          } else this.#listener.onMessage(message)
        },
        until,
      )
    })
  }

  #accepted(): void {
    const isFresh = this.#ports.clock.nowMs() - this.#startedAtMs < FRESH_MS
    this.#setState('open')
    this.#listener.onReach(true)
    if (!isFresh) this.#listener.onGap()
  }

  #read(data: unknown): PushMessage | undefined {
    try {
      return pushMessage.parse(JSON.parse(String(data)))
    } catch {
      this.unreadable += 1
      return undefined
    }
  }

  #setState(state: PushState): void {
    if (state === this.#state) return
    this.#state = state
    this.#listener.onState(state)
  }
}
