import type { ErrorCode } from '#contract/errors.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { CallFault } from '../call-fault.ts'
import type { Principal } from '../caller.ts'
import type { Now, Sweeper } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { randomId, randomSecret, sha256 } from '../secrets.ts'

const TOKEN_LIFE_MS = 30 * 60_000
const GRACE_MS = 60_000
const KEEP_ENDED_MS = 24 * 60 * 60_000
const USER_FROZEN = 2

export interface IssuedToken {
  token: string
  /** The session id that the holder is told; new with each token. */
  sessionId: string
  expiresAtMs: number
}

export interface SessionEnd {
  sessionId: string
  code: ErrorCode
}

/**
 * Sessions and their tokens (spec 2, section 7). A renewal gives a new token and lets the old one stand for a grace of 60 s.
 * Only hashes are kept, so the same new token cannot be given twice: a second renewal within the grace (two tabs at once, or
 * a lost answer) gets a new token of its own, and both live on. A renewal after the grace ends the session with 9101.
 */
export class Sessions {
  readonly #db: Db
  readonly #now: Now
  readonly #listeners = new Set<(end: SessionEnd) => void>()
  #nextExpiryMs = 0

  constructor(db: Db, now: Now, sweeper: Sweeper) {
    this.#db = db
    this.#now = now
    sweeper.add(() => this.#endExpired())
  }

  /** Hears of every session that ends, for whatever reason: its sockets are to be closed. */
  onEnded(listener: (end: SessionEnd) => void): void {
    this.#listeners.add(listener)
  }

  /** `remoteAccessId`: the access of an installer that the session lives by. */
  async open(userId: string, address: string, remoteAccessId: string | null = null): Promise<IssuedToken> {
    const sessionId = randomId()
    const nowMs = this.#now()
    const session = {
      id: sessionId,
      user_id: userId,
      address,
      created_at_ms: nowMs,
      expires_at_ms: nowMs,
      ended_at_ms: null,
      ended_code: null,
      remote_access_id: remoteAccessId,
    }
    await this.#db.insertInto('session').values(session).execute()
    return this.#issue(this.#db, sessionId)
  }

  /**
   * Whose token this is. Fails with the code that says why it is no good: 10002, 7009, 7088, or why the session ended. A renewal
   * with a token that was renewed before the grace ends the session: either copy may be stolen.
   */
  async authenticate(token: string | undefined, purpose: 'call' | 'renewal' = 'call'): Promise<Principal> {
    if (token === undefined || token === '') throw new CallFault(10002)
    const row = await this.#find(token)
    const nowMs = this.#now()
    const isSpent = row.superseded_at_ms !== null && nowMs > row.superseded_at_ms + GRACE_MS
    if (isSpent && purpose === 'renewal') await this.#endAndFail(row.session_id, 9101)
    if (row.status === USER_FROZEN) await this.#endAndFail(row.session_id, 20004)
    if (isSpent) throw new CallFault(7009)
    if (row.expires_at_ms <= nowMs) throw new CallFault(7088)
    const principal = { sessionId: row.session_id, userId: row.user_id, organizationId: row.organization_id }
    if (row.remote_access_id === null) return { ...principal, role: row.role }
    const isOver = row.until_ms !== null && row.until_ms <= nowMs
    if (isOver || row.access_status !== remoteAccessStatuses.accepted) await this.#endAndFail(row.session_id, 9102)
    return { ...principal, role: 'administrator', remoteAccessId: row.remote_access_id }
  }

  /** Fails with the code that ended the session, when it has ended. For sockets, which outlive the token that opened them. */
  async requireLive(sessionId: string): Promise<void> {
    const row = await this.#db.selectFrom('session').where('id', '=', sessionId).select('ended_code').executeTakeFirst()
    if (row === undefined) throw new CallFault(7009)
    if (row.ended_code !== null) throw new CallFault(row.ended_code as ErrorCode)
  }

  /** Gives a new token for one that was just authenticated for renewal. */
  async renew(token: string): Promise<IssuedToken> {
    const row = await this.#find(token)
    return this.#db.transaction().execute(async (db) => {
      const old = db.updateTable('session_token').where('id', '=', row.id).where('superseded_at_ms', 'is', null)
      await old.set({ superseded_at_ms: this.#now() }).execute()
      return this.#issue(db, row.session_id)
    })
  }

  /** Ends a session. Whoever still uses its tokens is answered with `code`. */
  async end(sessionId: string, code: ErrorCode): Promise<void> {
    const ended = await this.#db
      .updateTable('session')
      .set({ ended_at_ms: this.#now(), ended_code: code })
      .where('id', '=', sessionId)
      .where('ended_at_ms', 'is', null)
      .returning('id')
      .execute()
    if (ended.length > 0) for (const listener of this.#listeners) listener({ sessionId, code })
  }

  /** Ends every session of a person, but one if it is named. */
  async endAll(userId: string, code: ErrorCode, exceptSessionId = ''): Promise<void> {
    const live = this.#db.selectFrom('session').where('user_id', '=', userId).where('ended_at_ms', 'is', null)
    const sessions = await live.where('id', '!=', exceptSessionId).select('id').execute()
    for (const { id } of sessions) await this.end(id, code)
  }

  /** Ends the sessions that live by an access of an installer. */
  async endRemote(remoteAccessId: string): Promise<void> {
    const live = this.#db.selectFrom('session').where('remote_access_id', '=', remoteAccessId).where('ended_at_ms', 'is', null)
    for (const { id } of await live.select('id').execute()) await this.end(id, 9102)
  }

  async #endAndFail(sessionId: string, code: ErrorCode): Promise<never> {
    await this.end(sessionId, code)
    throw new CallFault(code)
  }

  async #issue(db: Db, sessionId: string): Promise<IssuedToken> {
    const issued = { token: randomSecret(), sessionId: randomId(), expiresAtMs: this.#now() + TOKEN_LIFE_MS }
    const row = {
      id: issued.sessionId,
      token_sha256: sha256(issued.token),
      session_id: sessionId,
      expires_at_ms: issued.expiresAtMs,
      superseded_at_ms: null,
    }
    await db.insertInto('session_token').values(row).execute()
    await db.updateTable('session').set({ expires_at_ms: issued.expiresAtMs }).where('id', '=', sessionId).execute()
    this.#nextExpiryMs = Math.min(this.#nextExpiryMs, issued.expiresAtMs)
    return issued
  }

  /** Forgets sessions that ended more than a day ago. */
  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('session')
      .where('ended_at_ms', '<', this.#now() - KEEP_ENDED_MS)
      .execute()
  }

  async #find(token: string) {
    const row = await this.#db
      .selectFrom('session_token as token')
      .innerJoin('session', 'session.id', 'token.session_id')
      .innerJoin('user', 'user.id', 'session.user_id')
      .leftJoin('remote_access', 'remote_access.id', 'session.remote_access_id')
      .where('token.token_sha256', '=', sha256(token))
      .select(['token.id', 'token.session_id', 'token.expires_at_ms', 'token.superseded_at_ms', 'session.ended_code'])
      .select(['session.remote_access_id', 'remote_access.status as access_status', 'remote_access.until_ms'])
      .select(['user.id as user_id', 'user.organization_id', 'user.role', 'user.status'])
      .executeTakeFirst()
    if (row === undefined) throw new CallFault(7009)
    if (row.ended_code !== null) throw new CallFault(row.ended_code as ErrorCode)
    return row
  }

  async #endExpired(): Promise<void> {
    const nowMs = this.#now()
    if (nowMs < this.#nextExpiryMs) return
    this.#nextExpiryMs = Number.POSITIVE_INFINITY
    const live = this.#db.selectFrom('session').where('ended_at_ms', 'is', null)
    const expired = await live.where('expires_at_ms', '<=', nowMs).select('id').execute()
    for (const { id } of expired) await this.end(id, 7088)
    const next = await live.select(({ fn }) => fn.min('expires_at_ms').as('at_ms')).executeTakeFirst()
    this.#nextExpiryMs = Math.min(this.#nextExpiryMs, next?.at_ms ?? Number.POSITIVE_INFINITY)
  }
}
