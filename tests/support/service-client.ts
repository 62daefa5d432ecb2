import { randomUUID } from 'node:crypto'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { readReply, TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { login } from '#contract/calls/user/login.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import type { StationProof } from '#contract/station.ts'
import { writeRequest } from '#contract/write-request.ts'
import { noteAnswered } from './answered-calls.ts'

/** What a call of a test failed with. */
class ServiceFault extends Error {
  readonly code: number
  readonly detail: ErrorDetail

  constructor(code: number, message: string, detail: ErrorDetail) {
    super(`${code} ${message}`)
    this.code = code
    this.detail = detail
  }
}

/** Makes calls over real HTTP, with the token of whoever signed in on it. */
export class ServiceClient {
  readonly url: string
  token: string | undefined
  readonly #from: string | undefined
  /** Of the screen of a viewing station: that it has its key, for a push connection. */
  prove: (() => Promise<StationProof>) | undefined

  /** `from`: the address that a proxy says it calls from, to a service that trusts one. */
  constructor(url: string, token?: string, from?: string) {
    this.url = url
    this.token = token
    this.#from = from
  }

  /** Makes a call; what it answers is parsed by its definition. `id` is the intent's, new unless given. Throws `ServiceFault`. */
  async call<C extends Call>(call: C, input: InputOf<C>, options: { id?: string } = {}): Promise<OutputOf<C>> {
    const body = writeRequest(input, { id: options.id ?? randomUUID(), nonce: randomUUID(), nowMs: Date.now() })
    const { status, reply } = await this.post(call.path, body)
    if (status !== 200 || reply === undefined) throw new Error(`${call.path} was answered with HTTP ${status}`)
    if (!reply.ok) throw new ServiceFault(reply.code, reply.message, reply.detail)
    const output = call.output.parse(reply.data) as OutputOf<C>
    noteAnswered(call.path)
    return output
  }

  /** Code of a call that should fail, with its detail; 200 when it does not. */
  async failure<C extends Call>(call: C, input: InputOf<C>, options: { id?: string } = {}): Promise<{ code: number; detail: ErrorDetail }> {
    try {
      await this.call(call, input, options)
      return { code: 200, detail: {} }
    } catch (fault) {
      if (fault instanceof ServiceFault) return { code: fault.code, detail: fault.detail }
      throw fault
    }
  }

  /** Posts any text and reads the answer as an envelope, if it is one. */
  async post(path: string, body: string, headers: Record<string, string> = {}) {
    const response = await fetch(this.url + path, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(this.#from === undefined ? {} : { 'x-forwarded-for': this.#from }),
        ...(this.token === undefined ? {} : { [TOKEN_HEADER]: writeTokenHeader(this.token) }),
        ...headers,
      },
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, reply: readReply(parseJson(text)) }
  }

  async signIn(person: { loginName: string; password: string }): Promise<this> {
    const { loginName, password } = person
    this.token = (await this.call(login, { loginName, password })).token
    return this
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
