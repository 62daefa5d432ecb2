import type { FastifyInstance } from 'fastify'
import type { Principal } from '../access/caller.ts'
import type { Rights } from '../access/rights.ts'
import type { Sessions } from '../access/sessions.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { randomSecret, sha256 } from '../runtime/secrets.ts'

const LIFE_MS = 30_000
const PATH = '/device-page/'

/** Links that lead once, within 30 s, to the page of a device, as long as whoever asked for it may open that. Only their hashes are kept. */
export class PageLinks {
  readonly #db: Db
  readonly #now: Now
  readonly #rights: Rights
  readonly #sessions: Sessions

  constructor({ db, now, sweeper, rights, sessions }: { db: Db; now: Now; sweeper: Sweeper; rights: Rights; sessions: Sessions }) {
    this.#db = db
    this.#now = now
    this.#rights = rights
    this.#sessions = sessions
    sweeper.add(async () => {
      await db.deleteFrom('device_page_link').where('expires_at_ms', '<=', now()).execute()
    })
  }

  async issue(sn: string, url: string, { sessionId }: Pick<Principal, 'sessionId'>): Promise<{ path: string; expiresAtMs: number }> {
    const token = randomSecret()
    const expiresAtMs = this.#now() + LIFE_MS
    await this.#db
      .insertInto('device_page_link')
      .values({ token_sha256: sha256(token), sn, url, session_id: sessionId, expires_at_ms: expiresAtMs })
      .execute()
    return { path: PATH + token, expiresAtMs }
  }

  /** Uses a link up. `undefined` when it is unknown, used or too old, or its person may not configure the device any more. */
  async redeem(token: string): Promise<string | undefined> {
    const link = this.#db.deleteFrom('device_page_link').where('token_sha256', '=', sha256(token))
    const used = await link.returning(['sn', 'session_id', 'url', 'expires_at_ms']).executeTakeFirst()
    if (used === undefined || used.expires_at_ms <= this.#now()) return undefined
    return (await this.#mayOpen(used.session_id, used.sn)) ? used.url : undefined
  }

  async #mayOpen(sessionId: string, sn: string): Promise<boolean> {
    try {
      await this.#rights.requireDevice(await this.#sessions.requireLive(sessionId), sn, 'configure')
      return true
    } catch (fault) {
      if (fault instanceof CallFault) return false
      throw fault
    }
  }
}

/** `GET /device-page/<token>`: sends a browser on to the page of a device. */
export function registerDevicePages(app: FastifyInstance, { pageLinks }: { pageLinks: PageLinks }): void {
  app.get<{ Params: { token: string } }>(`${PATH}:token`, async ({ params }, reply) => {
    const url = await pageLinks.redeem(params.token)
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    if (url === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('This link has been used or has expired.\n')
    return reply.redirect(url, 302)
  })
}
