import type { Asker, CallOptions, CallResult, FileProgress } from '#contract/core-api.ts'
import type { Call, OutputOf } from '#contract/define-call.ts'
import { codeOf, kindOfError } from '#contract/errors.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { registry } from '#contract/registry.ts'
import { person } from '#contract/calls/user/person.ts'
import { AlarmAnswers } from './alarm-answers.ts'
import { SharedRequests } from './shared-requests.ts'
import { pause, type Ports } from './ports.ts'
import type { Session } from './session.ts'
import { failure, faults, isOutOfReach, type SendOptions, type Transport } from './transport.ts'

const callsByPath: ReadonlyMap<string, Call> = new Map(Object.values(registry).map((call) => [call.path, call]))
/** Their answers carry the token, or their doing is the session's: tabs use the session's own functions. */
const notForTabs: ReadonlySet<string> = new Set([
  registry.login.path,
  registry.remoteAccessConnect.path,
  registry.logout.path,
  registry.tokenRenewal.path,
])

const NOT_SIGNED_IN = codeOf('not-signed-in')
const calledOff = failure(faults.cancelled, 'cancelled')
/** A kept answer is given instead of waiting longer than this: when all was well so far, and when the service was out of reach. */
const PATIENCE_MS = 8_000
const PATIENCE_UNREACHABLE_MS = 1_500

function keyOf({ tabId, callId }: Asker): string {
  return `${tabId} ${callId}`
}

/** Whether equal questions may have one answer: not when they change something or carry a file. */
function isShared({ changes, upload, download, oneUse }: Call): boolean {
  return changes !== true && upload === undefined && download !== true && oneUse !== true
}

/** Makes the calls of tabs and of the core's own parts, on behalf of the session. */
export class Calls {
  readonly #ports: Ports
  readonly #session: Session
  readonly #transport: Transport
  readonly #isReachable: () => boolean
  readonly #onSlow: (askedAtMs: number) => void
  readonly #overlay: (call: Call, answer: unknown) => Promise<unknown>
  readonly #alarms: AlarmAnswers
  readonly #sharedRequests = new SharedRequests<CallResult>()
  /** What is still on its way where a kept answer was given in its place: whoever asks the same anew waits for it, and the service does it once. */
  readonly #slowRequests = new SharedRequests<CallResult>()
  /** What tabs have asked and wait for. */
  readonly #asked = new Map<string, { tabId: string; call: Call; abort: AbortController }>()

  /**
   * `onSlow` hears that an answer was replaced by a kept one because it took too long, and when it was asked for, by the steady clock; `overlay` puts what waits in the outbox into
   * a kept answer, `alarms` what is pushed about alarms into answers about them.
   */
  constructor(
    ports: Ports,
    session: Session,
    transport: Transport,
    reach: {
      isReachable: () => boolean
      onSlow: (askedAtMs: number) => void
      overlay: (call: Call, answer: unknown) => Promise<unknown>
      alarms: AlarmAnswers
    },
  ) {
    this.#ports = ports
    this.#session = session
    this.#transport = transport
    this.#isReachable = reach.isReachable
    this.#onSlow = reach.onSlow
    this.#overlay = reach.overlay
    this.#alarms = reach.alarms
  }

  /** The call with this path, if tabs may make it. */
  find(path: string): Call | undefined {
    return notForTabs.has(path) ? undefined : callsByPath.get(path)
  }

  /** The last answer to a question, as it was. */
  kept(call: Call, input: unknown): Promise<{ data: unknown; asOfMs: number } | undefined> {
    return this.#table(call).get(this.#keyOf(call, input))
  }

  /** Makes the call with this path, as a tab asked for it. */
  async byPath(
    path: string,
    input: unknown,
    { timeoutMs, asker, isPassing }: CallOptions = {},
    onProgress?: (progress: FileProgress) => void,
  ): Promise<CallResult> {
    const call = this.find(path)
    if (call === undefined) return failure(faults.parameter, `no call ${path}`)
    const abort = new AbortController()
    const key = asker === undefined ? crypto.randomUUID() : keyOf(asker)
    this.#asked.set(key, { tabId: asker?.tabId ?? '', call, abort })
    const options = { timeoutMs, onProgress, signal: abort.signal }
    try {
      return await (isShared(call) ? this.question(call, input, options, isPassing) : this.send(call, input, options))
    } finally {
      this.#asked.delete(key)
    }
  }

  /** Calls off what a tab asked. */
  cancel(asker: Asker): void {
    this.#asked.get(keyOf(asker))?.abort.abort()
  }

  /** A tab is gone: calls off its questions. A change that it asked for goes on. */
  forgetTab(tabId: string): void {
    for (const one of this.#asked.values()) if (one.tabId === tabId && one.call.changes !== true) one.abort.abort()
  }

  /** Sends a call with the session's token. A code that ends sessions ends this one, unless a newer token is there by now. */
  async send<C extends Call>(call: C, input: unknown, options: SendOptions = {}): Promise<CallResult<OutputOf<C>>> {
    const id = options.id ?? crypto.randomUUID()
    for (;;) {
      const isOpen = call.access.who === 'open'
      const token = isOpen ? undefined : await this.#session.tokenToSend()
      if (token === undefined && !isOpen) return failure(NOT_SIGNED_IN, 'not signed in')
      const result = await this.#transport.send(call, input, { ...options, id, token })
      if (!result.ok && token !== undefined && kindOfError(result.code) === 'logout') {
        if (await this.#session.refused(result.code, token)) continue
      }
      if (call.changes === true) this.outdate()
      if (result.ok && (call.path === profileGet.path || call.path === profileUpdate.path)) {
        await this.#session.setUser(person.parse(result.data))
      }
      return result
    }
  }

  /** Nobody who asks from now on may get what the last person asked for. */
  forgetPerson(): void {
    this.outdate()
  }

  /** Something was changed, or may have been: who asks from now on is not answered with what was asked before. */
  outdate(): void {
    this.#sharedRequests.forget()
    this.#slowRequests.forget()
  }

  /** Asks a question. Equal ones under way at once travel once; the answer is kept if the contract says so and it is not a passing one. */
  async question<C extends Call>(call: C, input: unknown, options: SendOptions = {}, isPassing = false): Promise<CallResult<OutputOf<C>>> {
    const key = this.#keyOf(call, input)
    const answer = await this.#sharedRequests.join(key, options.signal, (signal) => {
      const shared = { ...options, signal }
      return call.offline === 'cache' && !isPassing ? this.#answerOrKept(call, input, key, shared) : this.send(call, input, shared)
    })
    return (answer ?? calledOff) as CallResult<OutputOf<C>>
  }

  #keyOf(call: Call, input: unknown): string {
    const whose = call.access.who === 'open' ? 'anybody' : `person ${this.#session.user?.userId ?? ''}`
    return `${whose} ${call.path} ${JSON.stringify(input ?? null)}`
  }

  async #answerOrKept(call: Call, input: unknown, key: string, options: SendOptions): Promise<CallResult> {
    const askedAtMs = this.#ports.clock.steadyMs()
    const ask = (signal: AbortSignal) => this.#askAndKeep(call, input, key, { ...options, signal })
    const live = this.#slowRequests.join(key, options.signal, ask).then((answer) => answer ?? calledOff)
    const patience = new AbortController()
    const patienceMs = this.#isReachable() ? PATIENCE_MS : PATIENCE_UNREACHABLE_MS
    const slow = pause(this.#ports.clock, patienceMs, patience.signal).then(() => undefined)
    const answer = await Promise.race([live, slow])
    patience.abort()
    if (answer !== undefined && !isOutOfReach(answer)) return answer
    const kept = await this.#table(call).get(key)
    // What an older build kept may have another shape.
    if (kept === undefined || !call.output.safeParse(kept.data).success) return answer ?? live
    if (answer === undefined) this.#onSlow(askedAtMs)
    return { ok: true, data: await this.#overlay(call, kept.data), asOfMs: kept.asOfMs }
  }

  async #askAndKeep(call: Call, input: unknown, key: string, options: SendOptions): Promise<CallResult> {
    const userId = this.#session.user?.userId
    const isAboutAlarms = AlarmAnswers.isAbout(call)
    const send = () => this.send(call, input, options)
    const result = await (isAboutAlarms ? this.#alarms.ask({ call, input }, send) : send())
    const isSamePerson = call.access.who === 'open' || this.#session.user?.userId === userId
    if (result.ok && isSamePerson) {
      const nowMs = this.#ports.clock.nowMs()
      const kept = { data: result.data, asOfMs: nowMs }
      if (isAboutAlarms) this.#alarms.keep(key, { call, input }, kept)
      else void this.#table(call).put(key, kept, nowMs)
    }
    return result
  }

  /** Answers of open calls, such as the branding, are nobody's secret and stay when the person goes. */
  #table(call: Call) {
    return call.access.who === 'open' ? this.#ports.store.openAnswers : this.#ports.store.answers
  }
}
