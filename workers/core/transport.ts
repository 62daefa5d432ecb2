import { CANCELLED, type CallResult, type FileProgress } from '#contract/core-api.ts'
import { isSentOnce, type Call, type OutputOf } from '#contract/define-call.ts'
import { readReply, TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { codeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { PUSH_CURSOR_HEADER } from '#contract/push.ts'
import { writeRequest } from '#contract/write-request.ts'
import { isFile, readFile, thinned, writeForm } from './file-exchange.ts'
import type { Ports } from './ports.ts'
import type { ServiceTime } from './service-time.ts'

/** Faults of the transport (rule 8.3), and ends that the asker made. */
export const faults = {
  parameter: codeOf('parameter-error'),
  network: codeOf('network-failure'),
  timeout: codeOf('timeout'),
  unreadable: codeOf('answer-unreadable'),
  cancelled: CANCELLED,
} as const
/** What was sent before the service was found to be there may take so long yet, and what is sent soon afterwards as long. */
const LATE_MS = 1_200
/** So long after the service was found a browser may still send by a line that it has kept from before, and that is dead. */
const DOUBTFUL_MS = 10_000
const DOUBT = 'doubt'
/** Faults that say that the service itself was not reached. */
const unreachable: ReadonlySet<number> = new Set([
  faults.network,
  faults.timeout,
  codeOf('bad-gateway'),
  codeOf('service-unavailable'),
  codeOf('gateway-timeout'),
])

export function failure(code: number, message: string): CallResult<never> {
  return { ok: false, code, message, detail: {} }
}

/** Whether a call failed because the service could not be reached, so that a kept answer may stand in. */
export function isOutOfReach(result: CallResult): boolean {
  return !result.ok && unreachable.has(result.code)
}

export interface SendOptions {
  token?: string | undefined
  timeoutMs?: number | undefined
  /** Names what is meant, so that the service does a repeated question once. New for each call unless given. */
  id?: string
  /** An open call goes by a connection of those that are for all others: browsers keep other ones for what goes with cookies. */
  isPlain?: boolean
  /** Calls it off: the result is 12347. */
  signal?: AbortSignal | undefined
  /** Hears how far the call's file has come. */
  onProgress?: ((progress: FileProgress) => void) | undefined
}

type AskOptions = Omit<SendOptions, 'signal' | 'timeoutMs' | 'id'> & { id: string }

interface Deadline {
  signal: AbortSignal
  /** A file has begun, or has come further. */
  restartDeadline: () => void
  /** The answer has begun. */
  onHeard?: () => void
}

/** A question nothing of whose answer is here yet. `sentAtMs`: by the steady clock. */
interface Unanswered {
  readonly sentAtMs: number
  /** It was sent before, by a connection that was given up when the service was found. */
  readonly isAgain: boolean
  /** Gives its connection up. */
  readonly giveUp: () => void
}

/** Sends calls over HTTPS: envelope or form, token, deadline, faults as codes, answers parsed by the contract. Keeps nothing. */
export class Transport {
  readonly #ports: Ports
  readonly #time: ServiceTime
  readonly #onReach: (isReachable: boolean, askedAtMs?: number) => void
  readonly #onCursor: (cursor: string) => void
  readonly #unanswered = new Set<Unanswered>()
  /** By the steady clock. */
  #doubtfulUntilMs = Number.NEGATIVE_INFINITY

  /** Every answer tells `time` what the service's clock showed, and `onCursor` up to which push message it knew everything. */
  constructor(
    ports: Ports,
    time: ServiceTime,
    onReach: (isReachable: boolean, askedAtMs?: number) => void,
    onCursor: (cursor: string) => void = () => {},
  ) {
    this.#ports = ports
    this.#time = time
    this.#onReach = onReach
    this.#onCursor = onCursor
  }

  async send<C extends Call>(call: C, input: unknown, options: SendOptions = {}): Promise<CallResult<OutputOf<C>>> {
    const askedAtMs = this.#ports.clock.steadyMs()
    const result = await this.#exchange(call, input, options)
    if (!result.ok && result.code === faults.timeout) this.#onReach(false, askedAtMs)
    else if (result.ok || result.code !== faults.cancelled) this.#onReach(!isOutOfReach(result))
    return result as CallResult<OutputOf<C>>
  }

  /**
   * The service is there, and lines to it may have died without a word. What was sent by one of those hears nothing any more, and keeps one of the few that a
   * browser opens from all that is asked later: what has no answer soon is sent once more, by another one, unless it was sent again before: a line that is
   * slow lives, and is not asked for ever anew. What was sent until `lostUntilMs`, by the steady clock, is known to be lost, and sent at once, each time. Where
   * something hung, others of those lines may be kept for what is sent next, which is sent once more as well when it has no answer soon.
   */
  sendAgain(lostUntilMs = Number.NEGATIVE_INFINITY): void {
    const before = [...this.#unanswered]
    const { clock } = this.#ports
    if (before.length > 0 || lostUntilMs > Number.NEGATIVE_INFINITY) this.#doubtfulUntilMs = clock.steadyMs() + DOUBTFUL_MS
    const giveUp = (those: Unanswered[]) => {
      for (const one of those) if (this.#unanswered.has(one)) one.giveUp()
    }
    giveUp(before.filter(({ sentAtMs }) => sentAtMs <= lostUntilMs))
    const late = before.filter(({ sentAtMs, isAgain }) => sentAtMs > lostUntilMs && !isAgain)
    if (late.length > 0) clock.after(LATE_MS, () => giveUp(late))
  }

  async #exchange(call: Call, input: unknown, { signal, timeoutMs, ...options }: SendOptions): Promise<CallResult> {
    if (signal?.aborted) return failure(faults.cancelled, 'cancelled')
    const abort = new AbortController()
    const onCancel = () => abort.abort(faults.cancelled)
    signal?.addEventListener('abort', onCancel)
    const patienceMs = timeoutMs ?? call.patienceMs ?? (call.upload === undefined ? limits.requestTimeoutMs : limits.uploadTimeoutMs)
    const startDeadline = (ms: number) => this.#ports.clock.after(ms, () => abort.abort(faults.timeout))
    let cancelDeadline = startDeadline(patienceMs)
    // What takes long to be made does not stand still for as long once it comes.
    const restartDeadline = () => {
      cancelDeadline()
      cancelDeadline = startDeadline(Math.min(patienceMs, limits.requestTimeoutMs))
    }
    try {
      return await this.#answerOfSome(call, input, { id: crypto.randomUUID(), ...options }, { signal: abort.signal, restartDeadline })
    } catch {
      if (!abort.signal.aborted) return failure(faults.network, 'network failure')
      return abort.signal.reason === faults.cancelled ? failure(faults.cancelled, 'cancelled') : failure(faults.timeout, 'timeout')
    } finally {
      signal?.removeEventListener('abort', onCancel)
      cancelDeadline()
    }
  }

  /**
   * Sends, and sends again, as the same question and within its one deadline, whenever its connection is given up before anything of the answer is here. What
   * takes long is left to go on, and a file that is under way; so is what uses something up: the service may have done it.
   */
  async #answerOfSome(call: Call, input: unknown, options: AskOptions, deadline: Deadline): Promise<CallResult> {
    if (call.upload !== undefined || call.patienceMs !== undefined || isSentOnce(call)) return this.#answer(call, input, options, deadline)
    let [isAgain, wasDoubted] = [false, false]
    for (;;) {
      const line = new AbortController()
      const question = { sentAtMs: this.#ports.clock.steadyMs(), isAgain, giveUp: () => line.abort() }
      this.#unanswered.add(question)
      const mayBeLost = !isAgain && !wasDoubted && question.sentAtMs < this.#doubtfulUntilMs
      const endDoubt = mayBeLost ? this.#ports.clock.after(LATE_MS, () => line.abort(DOUBT)) : () => {}
      const onHeard = () => {
        this.#unanswered.delete(question)
        endDoubt()
      }
      try {
        return await this.#answer(call, input, options, { ...deadline, signal: AbortSignal.any([deadline.signal, line.signal]), onHeard })
      } catch (fault) {
        if (!line.signal.aborted || deadline.signal.aborted) throw fault
        if (line.signal.reason === DOUBT) wasDoubted = true
        else isAgain = true
      } finally {
        onHeard()
      }
    }
  }

  async #answer(
    call: Call,
    input: unknown,
    { id, token, isPlain = false, onProgress = () => {} }: AskOptions,
    { signal, restartDeadline, onHeard = () => {} }: Deadline,
  ): Promise<CallResult> {
    const { clock, fetch, upload, origin } = this.#ports
    const url = origin + call.path
    const names = { id, nonce: crypto.randomUUID(), nowMs: clock.nowMs() }
    const headers: Record<string, string> = token === undefined ? {} : { [TOKEN_HEADER]: writeTokenHeader(token) }
    const tell = thinned(() => clock.nowMs(), onProgress)
    const sent = this.#time.moment()
    let response: Response
    if (call.upload === undefined) {
      headers['content-type'] = 'application/json'
      // The one cookie that there is says that somebody has signed in here before, which matters to those who sign in alone.
      const isWithCookie = call.access.who === 'open' && !isPlain
      const credentials = isWithCookie ? 'same-origin' : 'omit'
      const policy = { credentials, cache: 'no-store', redirect: 'error' } as const
      response = await fetch(url, { method: 'POST', headers, body: writeRequest(input ?? null, names), signal, ...policy })
    } else {
      const body = writeForm(input, names)
      if (body === undefined) return failure(faults.parameter, 'no file')
      const onSent = (bytes: number, totalBytes: number) => tell({ direction: 'up', bytes, totalBytes })
      response = await upload(url, { headers, body, signal, onSent })
    }
    onHeard()
    if (!response.ok)
      return { ok: false, code: response.status, message: `HTTP ${response.status}`, detail: { httpStatus: response.status } }
    const cursor = response.headers.get(PUSH_CURSOR_HEADER)
    if (cursor !== null) this.#onCursor(cursor)
    const dateMs = Date.parse(response.headers.get('date') ?? '')
    // HTTP's date leaves the milliseconds out.
    if (!Number.isNaN(dateMs)) this.#time.heard(sent, dateMs, dateMs + 999)
    if (call.download !== true || !isFile(response)) return this.#read(call, await response.text())
    restartDeadline()
    const file = await readFile(response, (progress) => {
      restartDeadline()
      tell(progress)
    })
    return { ok: true, data: file }
  }

  #read(call: Call, text: string): CallResult {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return failure(faults.unreadable, 'not JSON')
    }
    const reply = readReply(body)
    if (reply === undefined) return failure(faults.unreadable, 'no envelope')
    if (!reply.ok) return reply
    const output = call.output.safeParse(reply.data)
    return output.success ? { ok: true, data: output.data } : failure(faults.unreadable, `unexpected answer of ${call.path}`)
  }
}
