import * as z from 'zod/mini'
import { ProviderFault } from '../provider.ts'
import { failure } from './card-shapes.ts'

/** The version of the API whose shapes are read. */
const API_VERSION = '2025-03-31.basil'
const TIMEOUT_MS = 15_000

/** Speaks HTTP with the card provider: forms out, JSON in, the secret key in a header and nowhere else. */
export class CardApi {
  readonly #url: string
  readonly #key: string

  constructor({ url, key }: { url: string; key: string }) {
    this.#url = url
    this.#key = key
  }

  get<Shape extends z.ZodMiniType>(path: string, query: Record<string, string>, shape: Shape): Promise<z.output<Shape>> {
    return this.#send(`${path}?${new URLSearchParams(query).toString()}`, {}, shape)
  }

  /** `intent` makes a repeated request the same one (the provider's idempotency key). */
  post<Shape extends z.ZodMiniType>(path: string, form: Record<string, string>, shape: Shape, intent?: string): Promise<z.output<Shape>> {
    const headers: Record<string, string> = intent === undefined ? {} : { 'idempotency-key': intent }
    return this.#send(path, { method: 'POST', body: new URLSearchParams(form), headers }, shape)
  }

  async #send<Shape extends z.ZodMiniType>(
    path: string,
    request: { method?: string; body?: URLSearchParams; headers?: Record<string, string> },
    shape: Shape,
  ): Promise<z.output<Shape>> {
    const headers = { ...request.headers, authorization: `Bearer ${this.#key}`, 'stripe-version': API_VERSION }
    const response = await fetch(this.#url + path, {
      ...request,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((fault: unknown) => {
      throw new ProviderFault(`The card provider cannot be reached (${fault instanceof Error ? fault.name : 'unknown fault'})`)
    })
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) {
      const refused = failure.safeParse(body)
      const reason = refused.success ? `${refused.data.error.type}, ${refused.data.error.code ?? 'no code'}` : 'no reason'
      throw new ProviderFault(`The card provider answered with HTTP ${response.status} (${reason})`)
    }
    const parsed = shape.safeParse(body)
    if (!parsed.success) throw new ProviderFault(`The card provider's answer to ${path.split('?')[0]} cannot be read`)
    return parsed.data
  }
}
