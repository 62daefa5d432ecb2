import { CallFault } from '../calls/call-fault.ts'
import type { Principal } from './caller.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { randomSecret, sha256 } from '../runtime/secrets.ts'
import type { Sessions } from './sessions.ts'

const TICKET_LIFE_MS = 30_000
const PURGE_EVERY_MS = 60_000

/** Who opens a media socket: the tab itself, or the local plugin on its behalf. */
export type Holder = 'tab' | 'plugin'
export interface Ticket {
  session: Principal
  holder: Holder
}

/** One-time tickets for media sockets: good once, for 30 s, at every node, while the session lives. Kept as hashes. */
export class Tickets {
  readonly #db: Db
  readonly #now: Now
  readonly #sessions: Sessions
  #purgeAtMs = 0

  constructor({ db, now, sweeper, sessions }: { db: Db; now: Now; sweeper: Sweeper; sessions: Sessions }) {
    this.#db = db
    this.#now = now
    this.#sessions = sessions
    sweeper.tidy(() => this.#purge())
  }

  async issue(sessionId: string, holder: Holder): Promise<{ ticket: string; expiresAtMs: number }> {
    const ticket = randomSecret()
    const expiresAtMs = this.#now() + TICKET_LIFE_MS
    await this.#db
      .insertInto('media_ticket')
      .values({
        token_sha256: sha256(ticket),
        session_id: sessionId,
        holder,
        expires_at_ms: expiresAtMs,
      })
      .execute()
    return { ticket, expiresAtMs }
  }

  /** Uses a ticket up. `undefined` when it is unknown, used, too old, or its session has ended. */
  async redeem(ticket: string): Promise<Ticket | undefined> {
    const found = await this.#db
      .deleteFrom('media_ticket')
      .where('token_sha256', '=', sha256(ticket))
      .returning(['session_id', 'holder', 'expires_at_ms'])
      .executeTakeFirst()
    if (found === undefined || found.expires_at_ms <= this.#now()) return undefined
    try {
      return { session: await this.#sessions.requireLive(found.session_id), holder: found.holder }
    } catch (fault) {
      if (fault instanceof CallFault) return undefined
      throw fault
    }
  }

  async #purge(): Promise<void> {
    if (this.#now() < this.#purgeAtMs) return
    this.#purgeAtMs = this.#now() + PURGE_EVERY_MS
    await this.#db.deleteFrom('media_ticket').where('expires_at_ms', '<=', this.#now()).execute()
  }
}
