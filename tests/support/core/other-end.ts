import { readRequest, readTokenHeader, TOKEN_HEADER, writeFailure, writeSuccess } from '#contract/envelope.ts'

export interface Asked {
  path: string
  token: string | undefined
  id: string
  data: unknown
}

/** What the other end of the network answers: data, a failure's code, an HTTP status, another body, or nothing for ever. */
type Answer = { data: unknown } | { code: number } | { status: number } | { body: string } | 'silence' | 'unreachable'

export const nothing = { data: null }

/** Stands where the service would be: answers calls by path and remembers what was asked. */
export class OtherEnd {
  readonly asked: Asked[] = []
  readonly #answers = new Map<string, (asked: Asked) => Answer>()
  isReachable = true
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
    const path = new URL(url).pathname
    const request = readRequest(JSON.parse(init.body as string))
    if (request === undefined) throw new Error('The core sent no envelope.')
    const token = readTokenHeader(new Headers(init.headers).get(TOKEN_HEADER) ?? undefined)
    const asked = { path, token, id: request.basic.id, data: request.data }
    if (!this.isReachable) throw new TypeError('fetch failed')
    this.asked.push(asked)
    const answer = this.#answers.get(path)?.(asked) ?? { status: 404 }
    if (answer === 'unreachable') throw new TypeError('fetch failed')
    if (answer === 'silence') return this.#silence(init.signal)
    if ('status' in answer) return new Response('', { status: answer.status })
    const body =
      'body' in answer ? answer.body : JSON.stringify('code' in answer ? writeFailure(answer.code, 'no') : writeSuccess(answer.data))
    this.underWay += 1
    return Object.assign(new Response(), {
      text: async () => {
        this.underWay -= 1
        return body
      },
    })
  }

  #silence(signal: AbortSignal | null | undefined): Promise<Response> {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
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
