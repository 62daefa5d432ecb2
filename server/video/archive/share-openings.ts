import { archiveLimits } from '#contract/archives.ts'
import type { OpeningKind } from '#contract/calls/archive/archives-share-opening-list.ts'
import { browserName } from '#shared/net/browser-name.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../../db/open.ts'
import { maskedAddress } from '../../http/masked-address.ts'
import type { Now } from '../../runtime/clock.ts'
import { randomId } from '../../runtime/secrets.ts'

/** Whoever opens a share: what their browser says of itself, and their address. */
interface Opener {
  address: string
  agent: string
}

/** A browser may say as much as it likes of itself. */
const MOST_READ = 512

/**
 * Who opened which share when: the last times of each, for as long as `archiveLimits` says, and beyond these as many as may still be watched: no more than
 * a share that counts can have, since who opens one that does not is refused nothing when they open it again. Of an address the end is never written down.
 */
export class ShareOpenings {
  readonly #db: Db
  readonly #now: Now

  constructor({ db, now }: { db: Db; now: Now }) {
    this.#db = db
    this.#now = now
  }

  /** Answers with the opening's identifier, by which it is heard of again. */
  async note(share_id: string, kind: OpeningKind, { address, agent }: Opener): Promise<string> {
    const id = randomId()
    const browser = browserName({ userAgent: agent.slice(0, MOST_READ) })
    const row = { id, share_id, kind, browser, at_ms: this.#now(), place: maskedAddress(address) }
    await this.#db.transaction().execute(async (db) => {
      await db.insertInto('archive_share_opening').values(row).execute()
      const ofShare = db.selectFrom('archive_share_opening').where('share_id', '=', share_id)
      const newest = ofShare.orderBy('at_ms', 'desc').orderBy('id', 'desc').select('id')
      const told = newest.limit(archiveLimits.openings)
      const watched = newest.where('kind', '!=', 'downloaded').where('at_ms', '>', this.#watchedSinceMs()).limit(archiveLimits.mostViews)
      const past = db.deleteFrom('archive_share_opening').where('share_id', '=', share_id)
      await past.where('id', 'not in', told).where('id', 'not in', watched).execute()
    })
    return id
  }

  /** The identifier of an opening of this very share in which its clips are still watched; undefined when it is none, was too long ago, or is forgotten. */
  async underWay(shareId: string, openingId: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('archive_share_opening')
      .where('id', '=', openingId)
      .where('share_id', '=', shareId)
      .where('kind', '!=', 'downloaded')
      .where('at_ms', '>', this.#watchedSinceMs())
      .select('id')
      .executeTakeFirst()
    return row?.id
  }

  /** The clip is played where the share was opened. */
  async notePlayed(shareId: string, openingId: string): Promise<void> {
    await this.#db
      .updateTable('archive_share_opening')
      .set({ kind: 'played' })
      .where('id', '=', openingId)
      .where('share_id', '=', shareId)
      .where('kind', '=', 'opened')
      .execute()
  }

  /** The newest, the last of them first. */
  async list(shareId: string) {
    const openings = this.#db.selectFrom('archive_share_opening').where('share_id', '=', shareId).where('at_ms', '>', this.#beginMs())
    return openings
      .select(['at_ms as atMs', 'kind', 'browser', 'place'])
      .orderBy('at_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(archiveLimits.openings)
      .execute()
  }

  /** Forgets what is too old. */
  async purge(): Promise<void> {
    await this.#db.deleteFrom('archive_share_opening').where('at_ms', '<=', this.#beginMs()).execute()
  }

  /** What was opened until then is not watched any more. */
  #watchedSinceMs(): number {
    return this.#now() - archiveLimits.openingMs
  }

  #beginMs(): number {
    return this.#now() - archiveLimits.openingsKeptDays * DAY_MS
  }
}
