import { ENVELOPE_FIELD, FILE_FIELD, readRequest, readTokenHeader, TOKEN_HEADER, writeFailure, writeSuccess } from '#contract/envelope.ts'
import type { UploadInit } from '#workers/core/ports.ts'

export interface Asked {
  path: string
  token: string | undefined
  id: string
  data: unknown
}

/** What the other end of the network answers: data, a failure's code, an HTTP status, another body or response, or nothing for ever. */
type Answer =
  | { data: unknown }
  | { code: number }
  | { status: number }
  | { body: string }
  | { response: Response }
  | 'silence'
  | 'unreachable'

export const nothing = { data: null }

/** Stands where the service would be: answers calls by path and remembers what was asked. */
export class OtherEnd {
  readonly asked: Asked[] = []
  readonly #answers = new Map<string, (asked: Asked) => Answer>()
  isReachable = true
  /** The service's clock, as HTTP's date shows it. */
  nowMs: (() => number) | undefined
  /** Paths of calls that were called off while they waited for an answer. */
  readonly calledOff: string[] = []
  /** Calls whose answer has not been read yet. */
  underWay = 0

  on(path: string, answer: (asked: Asked) => Answer): this {
    this.#answers.set(path, answer)
    return this
  }

  askedFor(path: string): Asked[] {
    return this.asked.filter((one) => one.path === path)
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    return this.#answer(url, init, init.body as string)
  }

  readonly upload = async (url: string, { body, onSent, ...init }: UploadInit): Promise<Response> => {
    const file = body.get(FILE_FIELD) as File
    for (const sent of [0.5, 0.75, 1]) onSent(file.size * sent, file.size)
    return this.#answer(url, init, body.get(ENVELOPE_FIELD) as string, { file })
  }

  async #answer(url: string, init: Pick<RequestInit, 'headers' | 'signal'>, envelope: string, more: object = {}): Promise<Response> {
    const path = new URL(url).pathname
    const request = readRequest(JSON.parse(envelope))
    if (request === undefined) throw new Error('The core sent no envelope.')
    const token = readTokenHeader(new Headers(init.headers).get(TOKEN_HEADER) ?? undefined)
    const data = 'file' in more ? { ...(request.data as object), ...more } : request.data
    const asked = { path, token, id: request.basic.id, data }
    if (!this.isReachable) throw new TypeError('fetch failed')
    this.asked.push(asked)
    const answer = this.#answers.get(path)?.(asked) ?? { status: 404 }
    if (answer === 'unreachable') throw new TypeError('fetch failed')
    if (answer === 'silence') return this.#silence(path, init.signal)
    if ('response' in answer) return answer.response
    if ('status' in answer) return new Response('', { status: answer.status })
    const body =
      'body' in answer ? answer.body : JSON.stringify('code' in answer ? writeFailure(answer.code, 'no') : writeSuccess(answer.data))
    this.underWay += 1
    const headers: Record<string, string> = this.nowMs === undefined ? {} : { date: new Date(this.nowMs()).toUTCString() }
    return Object.assign(new Response(null, { headers }), {
      text: async () => {
        this.underWay -= 1
        return body
      },
    })
  }

  #silence(path: string, signal: AbortSignal | null | undefined): Promise<Response> {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        this.calledOff.push(path)
        reject(new DOMException('aborted', 'AbortError'))
      })
    })
  }
}

/** The client's side of a socket whose other end the test plays. */
export class PlayedSocket extends EventTarget {
  readonly OPEN = 1
  readyState = 0
  readonly url: string
  readonly sent: string[] = []

  constructor(url: string) {
    super()
    this.url = url
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }

  /** The service closes it, and says why. */
  closeWith(code: number): void {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }

  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  /** Refused, or broken off. */
  fail(): void {
    this.readyState = 3
    this.dispatchEvent(new Event('error'))
    this.dispatchEvent(new Event('close'))
  }

  say(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: text }))
  }
}
