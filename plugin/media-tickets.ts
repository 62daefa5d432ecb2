import { randomBytes } from 'node:crypto'

/** One-time tickets for media sockets: 32 random bytes, each good for one redemption within `lifeMs`. */
export class MediaTickets<Holder> {
  readonly #lifeMs: number
  readonly #open = new Map<string, { holder: Holder; expiresMs: number }>()

  constructor(lifeMs: number) {
    this.#lifeMs = lifeMs
  }

  issue(holder: Holder): string {
    const nowMs = performance.now()
    for (const [ticket, { expiresMs }] of this.#open) if (expiresMs <= nowMs) this.#open.delete(ticket)
    const ticket = randomBytes(32).toString('base64url')
    this.#open.set(ticket, { holder, expiresMs: nowMs + this.#lifeMs })
    return ticket
  }

  /** Whose ticket it is; `undefined` when it is unknown, used or too old. */
  redeem(ticket: string): Holder | undefined {
    const found = this.#open.get(ticket)
    this.#open.delete(ticket)
    return found !== undefined && found.expiresMs > performance.now() ? found.holder : undefined
  }
}
