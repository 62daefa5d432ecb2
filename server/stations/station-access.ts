import { createPublicKey, verify } from 'node:crypto'
import { codeOf } from '#contract/errors.ts'
import {
  stationClaim,
  stationProofText,
  type StationOutput,
  type StationProof,
  type StationPublicKey,
  type StationUse,
} from '#contract/station.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Principal } from '../access/caller.ts'
import type { Db } from '../db/open.ts'
import type { Bus } from '../nodes/bus.ts'
import type { Now } from '../runtime/clock.ts'
import { randomSecret, sha256 } from '../runtime/secrets.ts'

/** Tokens of stations begin so: nobody takes one for a person's, and a person's is never looked for among them. */
const MARK = 'vs.'
const TOKEN_LIFE_MS = 10 * 60_000
const TICKET_LIFE_MS = 30_000
/** How far a screen's time may be from the service's. */
const CLOCK_MS = 60_000
const SESSION = /^station:([A-Z0-9]+):([12])$/

export type StationPrincipal = Principal & { station: { sn: string; voId: StationOutput } }

export function isStationToken(token: string | undefined): token is string {
  return token?.startsWith(MARK) === true
}

export function isStation(who: Principal): who is StationPrincipal {
  return who.station !== undefined
}

/** Under which name the sockets of an output are known. */
function sessionOfOutput(sn: string, voId: number): string {
  return `station:${sn}:${voId}`
}

/** The user's name under which pushes reach a station. */
export function listenerOf(sn: string): string {
  return `station:${sn}`
}

/**
 * Who the screens of viewing stations are. A screen has no session and is no person: its tokens are of a table of their own, which the calls of
 * people never look into, and it holds no role anywhere. They are good for some minutes, and for the next one the screen signs with a key that never
 * leaves its browser, as it does whenever it opens a socket. What a screen may see are the channels that the office put on it (`StationOutputs`).
 */
export class StationAccess {
  readonly #db: Db
  readonly #now: Now
  readonly #bus: Bus

  constructor({ db, now, bus }: { db: Db; now: Now; bus: Bus }) {
    this.#db = db
    this.#now = now
    this.#bus = bus
  }

  /** A token for whoever signed the claim. Fails with station-unknown, station-clock. */
  async issue(claim: {
    sn: string
    voId: StationOutput
    atMs: number
    signature: string
  }): Promise<{ token: string; expiresAtMs: number }> {
    const { sn, voId, atMs } = claim
    const found = await this.#paired().where('station.sn', '=', sn).select('station.public_key_json').executeTakeFirst()
    if (found === undefined || !isSigned(stationClaim(claim), claim.signature, found.public_key_json))
      throw new CallFault('station-unknown')
    const nowMs = this.#now()
    if (Math.abs(atMs - nowMs) > CLOCK_MS) throw new CallFault('station-clock')
    // A claim that somebody has seen on its way is good for nothing: only a later one is taken.
    const taken = this.#db.updateTable('station_output').set({ signed_ms: atMs }).where('sn', '=', sn).where('vo_id', '=', voId)
    if ((await taken.where('signed_ms', '<', atMs).returning('sn').executeTakeFirst()) === undefined) throw new CallFault('station-clock')
    const token = MARK + randomSecret()
    const expiresAtMs = nowMs + TOKEN_LIFE_MS
    await this.#db
      .insertInto('station_token')
      .values({ token_sha256: sha256(token), sn, vo_id: voId, expires_at_ms: expiresAtMs })
      .execute()
    return { token, expiresAtMs }
  }

  /** Whose token this is. Fails with not-signed-in, token-unknown, token-expired. */
  async authenticate(token: string | undefined): Promise<StationPrincipal> {
    if (!isStationToken(token)) throw new CallFault(token === undefined || token === '' ? 'not-signed-in' : 'token-unknown')
    const row = await this.#paired()
      .innerJoin('station_token as token', 'token.sn', 'station.sn')
      .where('token.token_sha256', '=', sha256(token))
      .select(['token.sn', 'token.vo_id', 'token.expires_at_ms', 'station.organization_id'])
      .executeTakeFirst()
    if (row === undefined) throw new CallFault('token-unknown')
    if (row.expires_at_ms <= this.#now()) throw new CallFault('token-expired')
    return principalOf(row)
  }

  /** Who it is by now: a station keeps its sockets for as long as it has its permission. Fails with token-unknown. */
  async requireLive(sessionId: string): Promise<StationPrincipal> {
    const [, sn = '', voId] = SESSION.exec(sessionId) ?? []
    const row = await this.#paired().where('station.sn', '=', sn).select('station.organization_id').executeTakeFirst()
    if (row === undefined) throw new CallFault('token-unknown')
    return principalOf({ ...row, sn, vo_id: Number(voId) })
  }

  /**
   * Whoever shows a token of the screen has its key too: a token alone, which somebody may have seen on its way, opens no socket. A page from before a release
   * that asks for proofs gives none, and goes on until the output has given its first. Fails with station-unknown and station-clock, which a proof that was used
   * before is refused with as well.
   */
  async requireProof({ sn, voId }: StationPrincipal['station'], use: StationUse, proof: StationProof | undefined): Promise<void> {
    const found = await this.#paired()
      .innerJoin('station_output as output', 'output.sn', 'station.sn')
      .where('station.sn', '=', sn)
      .where('output.vo_id', '=', voId)
      .select(['station.public_key_json', 'output.proves'])
      .executeTakeFirst()
    if (found === undefined) throw new CallFault('station-unknown')
    if (proof === undefined && found.proves === 0) return
    if (proof === undefined) throw new CallFault('station-unknown')
    const { atMs, nonce, signature } = proof
    if (!isSigned(stationProofText({ use, sn, voId, atMs, nonce }), signature, found.public_key_json))
      throw new CallFault('station-unknown')
    if (Math.abs(atMs - this.#now()) > CLOCK_MS) throw new CallFault('station-clock')
    // Kept for longer than any node, whose clock may be a little behind, would take it.
    const used = this.#db.insertInto('station_proof').values({ nonce, sn, expires_at_ms: atMs + 2 * CLOCK_MS })
    const taken = await used
      .onConflict((conflict) => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst()
    if (taken === undefined) throw new CallFault('station-clock')
    if (found.proves === 1) return
    await this.#db.updateTable('station_output').set({ proves: 1 }).where('sn', '=', sn).where('vo_id', '=', voId).execute()
  }

  async issueTicket({ sn, voId }: StationPrincipal['station']): Promise<{ ticket: string; expiresAtMs: number }> {
    const ticket = MARK + randomSecret()
    const expiresAtMs = this.#now() + TICKET_LIFE_MS
    await this.#db
      .insertInto('station_ticket')
      .values({ token_sha256: sha256(ticket), sn, vo_id: voId, expires_at_ms: expiresAtMs })
      .execute()
    return { ticket, expiresAtMs }
  }

  /** Uses a ticket up; `undefined` when it is none of a station that has its permission. */
  async redeem(ticket: string): Promise<StationPrincipal | undefined> {
    if (!isStationToken(ticket)) return undefined
    const found = await this.#db
      .deleteFrom('station_ticket')
      .where('token_sha256', '=', sha256(ticket))
      .returning(['sn', 'vo_id', 'expires_at_ms'])
      .executeTakeFirst()
    if (found === undefined || found.expires_at_ms <= this.#now()) return undefined
    return this.requireLive(sessionOfOutput(found.sn, found.vo_id)).catch((fault: unknown) => {
      if (fault instanceof CallFault) return undefined
      throw fault
    })
  }

  /** Takes the permission back: tokens and tickets go with it, and open sockets are closed at every node. */
  async revoke(sn: string): Promise<void> {
    await this.#db.deleteFrom('station').where('sn', '=', sn).execute()
    this.disconnect(sn)
  }

  /** Closes the sockets of a station's screens. */
  disconnect(sn: string): void {
    for (const voId of [1, 2]) this.#bus.tell('session-ended', { sessionId: sessionOfOutput(sn, voId), code: codeOf('token-unknown') })
  }

  async purge(): Promise<void> {
    for (const table of ['station_token', 'station_ticket', 'station_proof'] as const)
      await this.#db.deleteFrom(table).where('expires_at_ms', '<=', this.#now()).execute()
  }

  /** Stations with their permission whose device is still the organization's. */
  #paired() {
    return this.#db
      .selectFrom('station')
      .innerJoin('device', (join) =>
        join.onRef('device.sn', '=', 'station.sn').onRef('device.organization_id', '=', 'station.organization_id'),
      )
  }
}

function principalOf({ sn, vo_id, organization_id }: { sn: string; vo_id: number; organization_id: string }): StationPrincipal {
  const voId = vo_id === 2 ? 2 : 1
  return {
    sessionId: sessionOfOutput(sn, voId),
    userId: listenerOf(sn),
    organizationId: organization_id,
    role: 'no-authority',
    station: { sn, voId },
  }
}

function isSigned(text: string, signature: string, publicKeyJson: string): boolean {
  const jwk = JSON.parse(publicKeyJson) as StationPublicKey
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}
