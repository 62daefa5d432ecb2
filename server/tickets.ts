import type { Principal } from './caller.ts'
import type { Now } from './clock.ts'
import { randomSecret, sha256 } from './secrets.ts'
import type { Sessions } from './session/sessions.ts'

const TICKET_LIFE_MS = 30_000

/** Who opens a media socket: the tab itself, or the local plugin on its behalf. */
export type Holder = 'tab' | 'plugin'
export interface Ticket {
  session: Principal
  holder: Holder
}

/** One-time tickets for media sockets: good once, for 30 s, while the session lives. Kept in memory, as hashes. */
export class Tickets {
  readonly #now: Now
  readonly #open = new Map<string, Ticket & { expiresAtMs: number }>()

  constructor(now: Now, sessions: Sessions) {
    this.#now = now
    sessions.onEnded(({ sessionId }) => this.#drop((ticket) => ticket.session.sessionId === sessionId))
  }

  issue(session: Principal, holder: Holder): { ticket: string; expiresAtMs: number } {
    this.#drop((ticket) => ticket.expiresAtMs <= this.#now())
    const ticket = randomSecret()
    const expiresAtMs = this.#now() + TICKET_LIFE_MS
    this.#open.set(sha256(ticket), { session, holder, expiresAtMs })
    return { ticket, expiresAtMs }
  }

  /** Uses a ticket up. `undefined` when it is unknown, used, too old, or its session has ended. */
  redeem(ticket: string): Ticket | undefined {
    const key = sha256(ticket)
    const found = this.#open.get(key)
    this.#open.delete(key)
    if (found === undefined || found.expiresAtMs <= this.#now()) return undefined
    return { session: found.session, holder: found.holder }
  }

  #drop(isGone: (ticket: Ticket & { expiresAtMs: number }) => boolean): void {
    for (const [key, ticket] of this.#open) if (isGone(ticket)) this.#open.delete(key)
  }
}
