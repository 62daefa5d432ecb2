import type { CallResult } from '#contract/core-api.ts'
import type { Call, OutputOf } from '#contract/define-call.ts'
import { readReply, TOKEN_HEADER, writeRequest, writeTokenHeader } from '#contract/envelope.ts'
import { limits } from '#contract/limits.ts'
import type { Ports } from './ports.ts'

/** Faults of the transport (spec 2, section 8). */
export const faults = { network: 12344, timeout: 12345, unreadable: 12346 } as const
/** Faults that say that the service itself was not reached. */
const unreachable: ReadonlySet<number> = new Set([faults.network, faults.timeout, 502, 503, 504])

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
}

/** Sends calls over HTTPS: envelope, token, deadline, faults as codes, answers parsed by the contract. Keeps nothing. */
export class Transport {
  readonly #ports: Ports
  readonly #onReach: (isReachable: boolean) => void

  constructor(ports: Ports, onReach: (isReachable: boolean) => void) {
    this.#ports = ports
    this.#onReach = onReach
  }

  async send<C extends Call>(call: C, input: unknown, options: SendOptions = {}): Promise<CallResult<OutputOf<C>>> {
    const result = await this.#exchange(call, input, options)
    this.#onReach(!isOutOfReach(result))
    return result as CallResult<OutputOf<C>>
  }

  async #exchange(call: Call, input: unknown, options: SendOptions): Promise<CallResult> {
    const { clock } = this.#ports
    const abort = new AbortController()
    const cancelDeadline = clock.after(options.timeoutMs ?? limits.requestTimeoutMs, () => abort.abort())
    try {
      const response = await this.#ports.fetch(this.#ports.origin + call.path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(options.token === undefined ? {} : { [TOKEN_HEADER]: writeTokenHeader(options.token) }),
        },
        body: writeRequest(input ?? null, { id: options.id ?? crypto.randomUUID(), nonce: crypto.randomUUID(), nowMs: clock.nowMs() }),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: abort.signal,
      })
      if (!response.ok) return failure(response.status, `HTTP ${response.status}`)
      return this.#read(call, await response.text())
    } catch {
      return abort.signal.aborted ? failure(faults.timeout, 'timeout') : failure(faults.network, 'network failure')
    } finally {
      cancelDeadline()
    }
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
