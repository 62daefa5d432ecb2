import type { Expression } from 'kysely'
import { codeOf, nameOfError, type ErrorCode, type ErrorName } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { CallFault } from '../calls/call-fault.ts'
import { networkOf } from '../http/network-of.ts'
import type { Principal, Visitor } from './caller.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { prepared } from '../db/prepared.ts'
import type { Bus } from '../nodes/bus.ts'
import { randomId, randomSecret, sha256 } from '../runtime/secrets.ts'

const TOKEN_LIFE_MS = 30 * 60_000
const GRACE_MS = 60_000
const LOOK_AGAIN_MS = 60_000
const KEEP_ENDED_MS = 24 * 60 * 60_000
const USE_NOTED_EVERY_MS = 60_000
/** Of the networks that a session was used from, those that are told. */
const MOST_PLACES = 5
const USER_FROZEN = 2

export interface IssuedToken {
  token: string
  /** The session id that the holder is told; new with each token. */
  sessionId: string
  expiresAtMs: number
}

/**
 * Sessions and their tokens (rule 7.2). A renewal gives a new token, and lets the old one stand until the new one is used and for a grace
 * of 60 s more. Only hashes are kept, so the same new token cannot be given twice: a second renewal meanwhile (two tabs at once, or a lost
 * answer) gets a new token of its own, and both live on. Any use after the grace ends the session with token-renewed-twice, for whoever
 * holds it: one of two has a copy. A token that has expired is good for nothing but its renewal, a day long: machines sleep, and sites lose
 * the network. Renewals alone keep nobody signed in: a session that nobody uses for a day ends, and so does each after a week, but those of
 * viewing screens.
 */
export class Sessions {
  readonly #db: Db
  readonly #now: Now
  readonly #bus: Bus
  #nextExpiryMs = 0
  #disconnectedToMs = 0
  /** The token of each session whose use has been noted. */
  readonly #inUse = new Map<string, string>()
  /** When the use of a session from a network was noted last, by both. */
  readonly #placesNoted = new Map<string, number>()

  constructor({ db, now, sweeper, bus }: { db: Db; now: Now; sweeper: Sweeper; bus: Bus }) {
    this.#db = db
    this.#now = now
    this.#bus = bus
    sweeper.add(() => this.#disconnectExpired())
  }

  /** `remoteAccessId`: the access of an installer that the session lives by. */
  async open(
    userId: string,
    { address, agent }: Pick<Visitor, 'address' | 'agent'>,
    remoteAccessId: string | null = null,
  ): Promise<IssuedToken> {
    const sessionId = randomId()
    const nowMs = this.#now()
    // It lives as long as its token from the start: else the sweep could find an expired session between the two statements.
    const session = {
      id: sessionId,
      user_id: userId,
      address,
      agent,
      used_at_ms: nowMs,
      created_at_ms: nowMs,
      expires_at_ms: nowMs + TOKEN_LIFE_MS,
      ended_at_ms: null,
      ended_code: null,
      remote_access_id: remoteAccessId,
    }
    await this.#db.insertInto('session').values(session).execute()
    const issued = await this.#issue(this.#db, sessionId)
    await this.#endSurplus(userId)
    return issued
  }

  /** Beyond the most that a person may have, the sessions end whose token was renewed longest ago: a screen that runs for months stays. */
  async #endSurplus(userId: string): Promise<void> {
    const live = this.#db.selectFrom('session').where('user_id', '=', userId).where('ended_at_ms', 'is', null)
    const newestFirst = live.select('id').orderBy('expires_at_ms', 'desc').orderBy('created_at_ms', 'desc').orderBy('id')
    const surplus = (await newestFirst.execute()).slice(limits.sessionsPerPerson)
    for (const { id } of surplus) await this.end(id, 'too-many-sessions')
  }

  /**
   * Whose token this is. Fails with the code that says why it is no good: not-signed-in, token-unknown, token-expired, or why the session
   * ended, now at the latest: token-renewed-twice, account-frozen, session-too-old, inactive-too-long, permission-withdrawn. `address`: where
   * from it is shown.
   */
  async authenticate(token: string | undefined, purpose: 'call' | 'renewal' = 'call', address?: string): Promise<Principal> {
    if (token === undefined || token === '') throw new CallFault('not-signed-in')
    const row = await this.#find(token)
    const nowMs = this.#now()
    const isSpent = row.superseded_at_ms !== null && nowMs > row.superseded_at_ms + GRACE_MS
    if (isSpent) await this.#endAndFail(row.session_id, 'token-renewed-twice')
    if (row.status === USER_FROZEN) await this.#endAndFail(row.session_id, 'account-frozen')
    const tooLong = tooLongFor(row, nowMs)
    if (tooLong !== undefined) await this.#endAndFail(row.session_id, tooLong)
    const lateMs = purpose === 'renewal' ? limits.lateRenewalMs : 0
    if (row.expires_at_ms + lateMs <= nowMs) throw new CallFault('token-expired')
    if (row.superseded_at_ms === null) await this.#supersedeOlder(row)
    if (purpose === 'call') await this.#noteUse(row.session_id, row.used_at_ms)
    if (address !== undefined) await this.#notePlace(row, address)
    const principal = { sessionId: row.session_id, userId: row.user_id, organizationId: row.organization_id }
    if (row.remote_access_id === null) return { ...principal, role: row.role }
    const isOver = row.until_ms !== null && row.until_ms <= nowMs
    if (isOver || row.access_status !== remoteAccessStatuses.accepted) await this.#endAndFail(row.session_id, 'permission-withdrawn')
    return { ...principal, role: 'administrator', remoteAccessId: row.remote_access_id }
  }

  /**
   * Who the session's person is by now: roles change while it lasts. For sockets, tickets and downloads, which outlive the token that
   * opened them. Fails with the code that ended the session, when it has ended, or with token-expired when its newest token has expired.
   * `isUse`: somebody is watching something meanwhile.
   */
  async requireLive(sessionId: string, isUse = false): Promise<Principal> {
    const row = await this.#db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .where('session.id', '=', sessionId)
      .select(['session.ended_code', 'session.expires_at_ms', 'session.remote_access_id'])
      .select(['session.created_at_ms', 'session.used_at_ms', 'session.is_screen'])
      .select(['user.id as user_id', 'user.organization_id', 'user.role'])
      .executeTakeFirst()
    if (row === undefined) throw new CallFault('token-unknown')
    if (row.ended_code !== null) throw new CallFault(nameOfError(row.ended_code as ErrorCode))
    const nowMs = this.#now()
    const tooLong = tooLongFor(row, nowMs)
    if (tooLong !== undefined) await this.#endAndFail(sessionId, tooLong)
    if (row.expires_at_ms <= nowMs) throw new CallFault('token-expired')
    if (isUse) await this.#noteUse(sessionId, row.used_at_ms)
    const principal = { sessionId, userId: row.user_id, organizationId: row.organization_id }
    if (row.remote_access_id === null) return { ...principal, role: row.role }
    return { ...principal, role: 'administrator', remoteAccessId: row.remote_access_id }
  }

  /** Gives a new token for one that was just authenticated for renewal. */
  async renew(token: string): Promise<IssuedToken> {
    const row = await this.#find(token)
    return this.#db.transaction().execute((db) => this.#issue(db, row.session_id))
  }

  /** The first use of a token begins the grace of those before it: until then its answer may have been lost. */
  async #supersedeOlder({ id, session_id, expires_at_ms }: { id: string; session_id: string; expires_at_ms: number }): Promise<void> {
    if (this.#inUse.get(session_id) === id) return
    const older = this.#db.updateTable('session_token').where('session_id', '=', session_id).where('superseded_at_ms', 'is', null)
    await older.where('expires_at_ms', '<', expires_at_ms).set({ superseded_at_ms: this.#now() }).execute()
    this.#inUse.set(session_id, id)
  }

  /** Notes once a minute that a session is used. */
  async #noteUse(sessionId: string, usedAtMs: number): Promise<void> {
    const nowMs = this.#now()
    if (nowMs - usedAtMs < USE_NOTED_EVERY_MS) return
    await this.#db.updateTable('session').set({ used_at_ms: nowMs }).where('id', '=', sessionId).execute()
  }

  /** Notes once a minute for each network but its own that a session is used from there, if only to renew it. */
  async #notePlace({ session_id: sessionId, began_at: own }: { session_id: string; began_at: string }, address: string): Promise<void> {
    const network = networkOf(address)
    // Where it began is known, and takes the place of no other.
    if (network === networkOf(own)) return
    const nowMs = this.#now()
    const noted = this.#placesNoted.get(`${sessionId} ${network}`)
    if (noted !== undefined && nowMs - noted < USE_NOTED_EVERY_MS) return
    this.#placesNoted.set(`${sessionId} ${network}`, nowMs)
    const last = { address, used_at_ms: nowMs }
    await this.#db
      .insertInto('session_place')
      .values({ session_id: sessionId, network, ...last })
      .onConflict((conflict) => conflict.columns(['session_id', 'network']).doUpdateSet(last))
      .execute()
    if (noted !== undefined) return
    const places = this.#db.selectFrom('session_place').where('session_id', '=', sessionId)
    const kept = places.orderBy('used_at_ms', 'desc').orderBy('network').limit(MOST_PLACES).select('network')
    const forgotten = this.#db.deleteFrom('session_place').where('session_id', '=', sessionId)
    await forgotten
      .where(
        'network',
        'not in',
        (await kept.execute()).map((place) => place.network),
      )
      .execute()
  }

  /** Ends a session: whoever still uses its tokens is answered with `reason`, and its browser is told nothing more. */
  async end(sessionId: string, reason: ErrorName): Promise<void> {
    const code = codeOf(reason)
    const ended = await this.#db
      .updateTable('session')
      .set({ ended_at_ms: this.#now(), ended_code: code })
      .where('id', '=', sessionId)
      .where('ended_at_ms', 'is', null)
      .returning('id')
      .execute()
    await this.#db.deleteFrom('web_push').where('session_id', '=', sessionId).execute()
    // Its sockets are to be closed, at whichever node they are.
    if (ended.length > 0) this.#bus.tell('session-ended', { sessionId, code })
  }

  /** Ends every session of a person, but one if it is named. The answer is how many ended. */
  async endAll(userId: string, reason: ErrorName, exceptSessionId = ''): Promise<number> {
    const live = this.#db.selectFrom('session').where('user_id', '=', userId).where('ended_at_ms', 'is', null)
    const sessions = await live.where('id', '!=', exceptSessionId).select('id').execute()
    for (const { id } of sessions) await this.end(id, reason)
    return sessions.length
  }

  /** Where a person is signed in, the session used last first, and which other networks it was used from than where it began, the last first. */
  async liveOf(userId: string) {
    const live = this.#db.selectFrom('session').where('user_id', '=', userId).where('ended_at_ms', 'is', null)
    const fields = live.select(['id', 'agent', 'address', 'created_at_ms', 'used_at_ms', 'is_screen'])
    const sessions = await fields.orderBy('used_at_ms', 'desc').orderBy('id').execute()
    const places = this.#db.selectFrom('session_place').where('session_id', 'in', live.select('id')).selectAll()
    const all = await places.orderBy('used_at_ms', 'desc').orderBy('network').execute()
    return sessions.map((session) => ({
      ...session,
      elsewhere: all.filter(({ session_id, network }) => session_id === session.id && network !== networkOf(session.address)),
    }))
  }

  /** Lets a session go on for as long as its screen renews it. */
  async keep(sessionId: string): Promise<void> {
    await this.#db.updateTable('session').set({ is_screen: 1 }).where('id', '=', sessionId).execute()
  }

  /** Ends the sessions that live by an access of an installer. */
  async endRemote(remoteAccessId: string): Promise<void> {
    for (const { id } of await this.#remote(remoteAccessId)) await this.end(id, 'permission-withdrawn')
  }

  /** All of them but the newest: whoever opens some at the same moment comes to the same one. */
  async endOlderRemote(remoteAccessId: string): Promise<void> {
    const [, ...older] = await this.#remote(remoteAccessId)
    for (const { id } of older) await this.end(id, 'ended-by-other-session')
  }

  /** The newest first. */
  #remote(remoteAccessId: string) {
    const live = this.#db.selectFrom('session').where('remote_access_id', '=', remoteAccessId).where('ended_at_ms', 'is', null)
    return live.orderBy('created_at_ms', 'desc').orderBy('id', 'desc').select('id').execute()
  }

  async #endAndFail(sessionId: string, reason: ErrorName): Promise<never> {
    await this.end(sessionId, reason)
    throw new CallFault(reason)
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

  /** Ends sessions that nobody can renew any more, and forgets those that ended more than a day ago. */
  async purge(): Promise<void> {
    const live = this.#db.selectFrom('session').where('ended_at_ms', 'is', null)
    const lost = await live
      .where('expires_at_ms', '<=', this.#now() - limits.lateRenewalMs)
      .select('id')
      .execute()
    for (const { id } of lost) await this.end(id, 'token-expired')
    const old = await live
      .where('created_at_ms', '<=', this.#now() - limits.sessionLifeMs)
      .where('is_screen', '=', 0)
      .select('id')
      .execute()
    for (const { id } of old) await this.end(id, 'session-too-old')
    const unused = await live
      .where('used_at_ms', '<=', this.#now() - limits.unusedSessionMs)
      .where('is_screen', '=', 0)
      .select('id')
      .execute()
    for (const { id } of unused) await this.end(id, 'inactive-too-long')
    this.#inUse.clear()
    this.#placesNoted.clear()
    await this.#db
      .deleteFrom('session')
      .where('ended_at_ms', '<', this.#now() - KEEP_ENDED_MS)
      .execute()
  }

  async #find(token: string) {
    const [row] = await findToken(this.#db, { tokenSha256: sha256(token) })
    if (row === undefined) throw new CallFault('token-unknown')
    if (row.ended_code !== null) throw new CallFault(nameOfError(row.ended_code as ErrorCode))
    return row
  }

  /** Whoever is connected with a token that has expired is told so and disconnected. The session itself can still be renewed. */
  async #disconnectExpired(): Promise<void> {
    const nowMs = this.#now()
    if (nowMs < this.#nextExpiryMs) return
    this.#nextExpiryMs = Number.POSITIVE_INFINITY
    const live = this.#db.selectFrom('session').where('ended_at_ms', 'is', null)
    const expired = live.where('expires_at_ms', '>', this.#disconnectedToMs).where('expires_at_ms', '<=', nowMs)
    const sessions = await expired.select('id').execute()
    this.#disconnectedToMs = nowMs
    for (const { id } of sessions) this.#bus.tell('session-ended', { sessionId: id, code: codeOf('token-expired') })
    const coming = live.where('expires_at_ms', '>', nowMs)
    const next = await coming.select(({ fn }) => fn.min('expires_at_ms').as('at_ms')).executeTakeFirst()
    // Other nodes open sessions too, and may not be there to end them.
    this.#nextExpiryMs = Math.min(this.#nextExpiryMs, next?.at_ms ?? Number.POSITIVE_INFINITY, nowMs + LOOK_AGAIN_MS)
  }
}

/** Why a session may not go on, if it has lasted too long or lain unused for too long. */
function tooLongFor(
  { created_at_ms, used_at_ms, is_screen }: { created_at_ms: number; used_at_ms: number; is_screen: number },
  nowMs: number,
): 'session-too-old' | 'inactive-too-long' | undefined {
  if (is_screen === 1) return undefined
  if (created_at_ms + limits.sessionLifeMs <= nowMs) return 'session-too-old'
  return used_at_ms + limits.unusedSessionMs <= nowMs ? 'inactive-too-long' : undefined
}

/** The token with its session, its person, and the access that the session may live by. Asked with every call. */
const findToken = prepared((db, { tokenSha256 }: { tokenSha256: Expression<string> }) =>
  db
    .selectFrom('session_token as token')
    .innerJoin('session', 'session.id', 'token.session_id')
    .innerJoin('user', 'user.id', 'session.user_id')
    .leftJoin('remote_access', 'remote_access.id', 'session.remote_access_id')
    .where('token.token_sha256', '=', tokenSha256)
    .select(['token.id', 'token.session_id', 'token.expires_at_ms', 'token.superseded_at_ms', 'session.ended_code'])
    .select(['session.remote_access_id', 'remote_access.status as access_status', 'remote_access.until_ms'])
    .select(['session.created_at_ms', 'session.used_at_ms', 'session.is_screen', 'session.address as began_at'])
    .select(['user.id as user_id', 'user.organization_id', 'user.role', 'user.status']),
)
