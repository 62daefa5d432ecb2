import type { Selectable } from 'kysely'
import { MOST_NOTICE_DEVICES, type NoticeDevice } from '#contract/calls/notification/notice-device.ts'
import { userStatuses } from '#contract/states/user.ts'
import type { Principal } from '../../access/caller.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Db } from '../../db/open.ts'
import type { WebPushTable } from '../../db/schema/web-push.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Sealer } from '../../runtime/sealer.ts'
import { randomId, sha256 } from '../../runtime/secrets.ts'

/** When a browser was reached is written down this often at most. */
const NOTE_EVERY_MS = 60_000

export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** The browsers that people have asked to be told by. What ends a session takes its browser with it (`Sessions.end`). */
export class WebPushDevices {
  readonly #db: Db
  readonly #now: Now
  readonly #sealer: Sealer

  constructor({ db, now, sealer }: { db: Db; now: Now; sealer: Sealer }) {
    this.#db = db
    this.#now = now
    this.#sealer = sealer
  }

  /** The person's own, the newest first. */
  async list({ userId, sessionId }: Principal): Promise<NoticeDevice[]> {
    const rows = await this.#live()
      .where('web_push.user_id', '=', userId)
      .selectAll('web_push')
      .orderBy('web_push.created_at_ms', 'desc')
      .execute()
    return rows.map((row) => toDevice(row, sessionId))
  }

  /** Keeps a subscription for the session, in the place of an older one, or of another session's in the same browser. */
  async put(
    { userId, sessionId, organizationId }: Principal,
    { subscription, browser }: { subscription: Subscription; browser: string },
  ): Promise<NoticeDevice> {
    const endpointSha256 = sha256(subscription.endpoint)
    return this.#db.transaction().execute(async (db) => {
      const before = await db
        .selectFrom('web_push')
        .where('session_id', '=', sessionId)
        .select(['id', 'endpoint_sha256', 'created_at_ms', 'last_reached_at_ms'])
        .executeTakeFirst()
      const isSame = before?.endpoint_sha256 === endpointSha256
      await db
        .deleteFrom('web_push')
        .where(({ or, eb }) => or([eb('session_id', '=', sessionId), eb('endpoint_sha256', '=', endpointSha256)]))
        .execute()
      const id = isSame ? before.id : randomId()
      const row = {
        id,
        session_id: sessionId,
        user_id: userId,
        organization_id: organizationId,
        subscription_sealed: this.#sealer.seal(JSON.stringify(subscription), id),
        endpoint_sha256: endpointSha256,
        browser,
        created_at_ms: isSame ? before.created_at_ms : this.#now(),
        last_reached_at_ms: isSame ? before.last_reached_at_ms : null,
      }
      await db.insertInto('web_push').values(row).execute()
      const own = db
        .selectFrom('web_push')
        .where('user_id', '=', userId)
        .where('id', '!=', id)
        .select(['id', 'created_at_ms', 'last_reached_at_ms'])
      const others = (await own.execute()).toSorted((one, other) => usedAt(other) - usedAt(one))
      for (const { id: surplus } of others.slice(MOST_NOTICE_DEVICES - 1))
        await db.deleteFrom('web_push').where('id', '=', surplus).execute()
      return toDevice(row, sessionId)
    })
  }

  /** Keeps another subscription of the same browser, which proves itself by the secret of the one before. Fails with notice-device-missing. */
  async renew({ endpoint, auth }: Pick<Subscription, 'endpoint' | 'auth'>, subscription: Subscription): Promise<void> {
    const row = await this.#live()
      .where('endpoint_sha256', '=', sha256(endpoint))
      .select(['web_push.id', 'subscription_sealed'])
      .executeTakeFirst()
    // Hashes: how far both are alike is not to be measured.
    if (row === undefined || sha256(this.subscriptionOf(row).auth) !== sha256(auth)) throw new CallFault('notice-device-missing')
    const changed = {
      subscription_sealed: this.#sealer.seal(JSON.stringify(subscription), row.id),
      endpoint_sha256: sha256(subscription.endpoint),
    }
    await this.#db.transaction().execute(async (db) => {
      await db.deleteFrom('web_push').where('endpoint_sha256', '=', changed.endpoint_sha256).where('id', '!=', row.id).execute()
      await db.updateTable('web_push').set(changed).where('id', '=', row.id).execute()
    })
  }

  /** Fails with notice-device-missing when it is not there, or somebody else's. */
  async remove({ userId }: Principal, id: string): Promise<void> {
    const removed = await this.#db
      .deleteFrom('web_push')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (removed === undefined) throw new CallFault('notice-device-missing')
  }

  /** Those of these people that may be told of something now. */
  async ofPeople(userIds: readonly string[]) {
    if (userIds.length === 0) return []
    return this.#live()
      .where('web_push.user_id', 'in', userIds)
      .select(['web_push.id', 'web_push.session_id', 'web_push.user_id'])
      .execute()
  }

  /** One of them with its person, as they are at this moment; undefined when it may be told nothing any more. */
  async find(id: string) {
    return this.#live()
      .where('web_push.id', '=', id)
      .selectAll('web_push')
      .select(['user.role', 'user.language', 'user.choices'])
      .executeTakeFirst()
  }

  /** Where it is reached. Throws when that was sealed by another key, or for another browser. */
  subscriptionOf({ id, subscription_sealed: sealed }: Pick<WebPushTable, 'id' | 'subscription_sealed'>): Subscription {
    return JSON.parse(this.#sealer.open(sealed, id)) as Subscription
  }

  async noteReached({ id, last_reached_at_ms: lastMs }: Pick<WebPushTable, 'id' | 'last_reached_at_ms'>): Promise<void> {
    const nowMs = this.#now()
    if (lastMs !== null && nowMs - lastMs < NOTE_EVERY_MS) return
    await this.#db.updateTable('web_push').set({ last_reached_at_ms: nowMs }).where('id', '=', id).execute()
  }

  /** Its push service knows it no more. */
  async forget(id: string): Promise<void> {
    await this.#db.deleteFrom('web_push').where('id', '=', id).execute()
  }

  /** Of sessions that have not ended, and people who may sign in. */
  #live() {
    return this.#db
      .selectFrom('web_push')
      .innerJoin('session', 'session.id', 'web_push.session_id')
      .innerJoin('user', 'user.id', 'web_push.user_id')
      .where('session.ended_at_ms', 'is', null)
      .where('user.status', '=', userStatuses.activated)
  }
}

function usedAt(row: Pick<WebPushTable, 'created_at_ms' | 'last_reached_at_ms'>): number {
  return Math.max(row.created_at_ms, row.last_reached_at_ms ?? 0)
}

function toDevice(row: Selectable<WebPushTable>, sessionId: string): NoticeDevice {
  return {
    noticeDeviceId: row.id,
    browser: row.browser,
    createdAtMs: row.created_at_ms,
    lastReachedAtMs: row.last_reached_at_ms,
    isThis: row.session_id === sessionId,
  }
}
