import type { CallResult } from '#contract/core-api.ts'
import type { Call, OutputOf } from '#contract/define-call.ts'
import { kindOfError } from '#contract/errors.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { registry } from '#contract/registry.ts'
import { person } from '#contract/calls/user/person.ts'
import { pause, type Ports } from './ports.ts'
import type { Session } from './session.ts'
import { failure, isOutOfReach, type SendOptions, type Transport } from './transport.ts'

const callsByPath: ReadonlyMap<string, Call> = new Map(Object.values(registry).map((call) => [call.path, call]))
/** Their answers carry the token, or their doing is the session's: tabs use the session's own functions. */
const notForTabs: ReadonlySet<string> = new Set([registry.login.path, registry.logout.path, registry.tokenRenewal.path])

const BAD_PARAMETER = 1000
const NOT_SIGNED_IN = 10002
/** A kept answer is given instead of waiting longer than this: when all was well so far, and when the service was out of reach. */
const PATIENCE_MS = 8_000
const PATIENCE_UNREACHABLE_MS = 1_500

const PERSONAL = 'person '

/** Makes the calls of tabs and of the core's own parts, on behalf of the session. */
export class Calls {
  readonly #ports: Ports
  readonly #session: Session
  readonly #transport: Transport
  readonly #isReachable: () => boolean
  readonly #onSlow: () => void
  readonly #underWay = new Map<string, Promise<CallResult>>()

  /** `onSlow` hears that an answer was replaced by a kept one because it took too long. */
  constructor(ports: Ports, session: Session, transport: Transport, reach: { isReachable: () => boolean; onSlow: () => void }) {
    this.#ports = ports
    this.#session = session
    this.#transport = transport
    this.#isReachable = reach.isReachable
    this.#onSlow = reach.onSlow
  }

  /** Makes the call with this path, as a tab asked for it. */
  async byPath(path: string, input: unknown, options: { timeoutMs?: number } = {}): Promise<CallResult> {
    const call = callsByPath.get(path)
    if (call === undefined || notForTabs.has(path)) return failure(BAD_PARAMETER, `no call ${path}`)
    return call.offline === 'cache' ? this.question(call, input, options) : this.send(call, input, options)
  }

  /** Sends a call with the session's token. A code that ends sessions ends this one, unless a newer token is there by now. */
  async send<C extends Call>(call: C, input: unknown, options: SendOptions = {}): Promise<CallResult<OutputOf<C>>> {
    const id = options.id ?? crypto.randomUUID()
    for (;;) {
      const { token } = this.#session
      const isOpen = call.access.who === 'open'
      if (token === undefined && !isOpen) return failure(NOT_SIGNED_IN, 'not signed in')
      const result = await this.#transport.send(call, input, { ...options, id, token: isOpen ? undefined : token })
      if (!result.ok && token !== undefined && !isOpen && kindOfError(result.code) === 'logout') {
        if (await this.#session.refused(result.code, token)) continue
      }
      if (result.ok && (call.path === profileGet.path || call.path === profileUpdate.path)) {
        await this.#session.setUser(person.parse(result.data))
      }
      return result
    }
  }

  /** Forgets what was answered to the person; answers of open calls, such as the branding, stay. */
  forgetPerson(): Promise<void> {
    this.#underWay.clear()
    return this.#ports.store.answers.deletePrefix(PERSONAL)
  }

  /** Asks a question whose answer is kept. Equal questions under way at once travel once. */
  question<C extends Call>(call: C, input: unknown, options: SendOptions = {}): Promise<CallResult<OutputOf<C>>> {
    return this.#shared(call, input, options) as Promise<CallResult<OutputOf<C>>>
  }

  #shared(call: Call, input: unknown, options: SendOptions): Promise<CallResult> {
    const whose = call.access.who === 'open' ? 'anybody' : `${PERSONAL}${this.#session.user?.userId ?? ''}`
    const key = `${whose} ${call.path} ${JSON.stringify(input ?? null)}`
    const under = this.#underWay.get(key)
    if (under !== undefined) return under
    const answer = this.#answerOrKept(call, input, key, options).finally(() => {
      if (this.#underWay.get(key) === answer) this.#underWay.delete(key)
    })
    this.#underWay.set(key, answer)
    return answer
  }

  async #answerOrKept(call: Call, input: unknown, key: string, options: SendOptions): Promise<CallResult> {
    const live = this.#askAndKeep(call, input, key, options)
    const patience = new AbortController()
    const patienceMs = this.#isReachable() ? PATIENCE_MS : PATIENCE_UNREACHABLE_MS
    const slow = pause(this.#ports.clock, patienceMs, patience.signal).then(() => undefined)
    const answer = await Promise.race([live, slow])
    patience.abort()
    if (answer !== undefined && !isOutOfReach(answer)) return answer
    const kept = await this.#ports.store.answers.get(key)
    if (kept === undefined) return answer ?? live
    if (answer === undefined) this.#onSlow()
    return { ok: true, data: kept.data, asOfMs: kept.asOfMs }
  }

  async #askAndKeep(call: Call, input: unknown, key: string, options: SendOptions): Promise<CallResult> {
    const userId = this.#session.user?.userId
    const result = await this.send(call, input, options)
    const isSamePerson = call.access.who === 'open' || this.#session.user?.userId === userId
    if (result.ok && isSamePerson) {
      const nowMs = this.#ports.clock.nowMs()
      void this.#ports.store.answers.put(key, { data: result.data, asOfMs: nowMs }, nowMs)
    }
    return result
  }
}
