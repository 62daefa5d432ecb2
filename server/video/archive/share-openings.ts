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

/** Who opened which share when: the last times of each, for as long as `archiveLimits` says. Of an address the end is never written down. */
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
      const newest = db.selectFrom('archive_share_opening').where('share_id', '=', share_id).orderBy('at_ms', 'desc').orderBy('id', 'desc')
      const kept = newest.select('id').limit(archiveLimits.openings)
      await db.deleteFrom('archive_share_opening').where('share_id', '=', share_id).where('id', 'not in', kept).execute()
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
      .where('at_ms', '>', this.#now() - archiveLimits.openingMs)
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

  /** Newest first. */
  async list(shareId: string) {
    const openings = this.#db.selectFrom('archive_share_opening').where('share_id', '=', shareId).where('at_ms', '>', this.#beginMs())
    return openings.select(['at_ms as atMs', 'kind', 'browser', 'place']).orderBy('at_ms', 'desc').orderBy('id', 'desc').execute()
  }

  /** Forgets what is too old. */
  async purge(): Promise<void> {
    await this.#db.deleteFrom('archive_share_opening').where('at_ms', '<=', this.#beginMs()).execute()
  }

  #beginMs(): number {
    return this.#now() - archiveLimits.openingsKeptDays * DAY_MS
  }
}
