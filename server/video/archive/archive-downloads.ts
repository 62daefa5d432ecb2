import { archiveLimits, ARCHIVE_DOWNLOAD_PATH } from '#contract/archives.ts'
import type { ArchiveDownload } from '#contract/calls/archive/archive.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import { randomSecret, sha256 } from '../../runtime/secrets.ts'
import type { Sessions } from '../../access/sessions.ts'
import { inItsPlace, type Redactions } from '../redaction/redactions.ts'
import { archiveFileName } from './archive-views.ts'
import type { ArchiveRow, Archives } from './archives.ts'
import { shareRows, stateOfShare } from './share-rows.ts'

/** Who downloads: a person, or whoever has a share. A share's downloads begin while it lasts. */
type Downloader = Pick<Principal, 'sessionId' | 'userId'> | { shareId: string; endsAtMs: number | null; isWhole?: boolean }

/** What a token was for: the archive, with the redacted file in its place if it was of that. */
export interface Redeemed {
  archive: ArchiveRow
  redactionId: string | null
  /** The share by which it was allowed; null: to a person. */
  shareId: string | null
  /** Of all that the share passes on. */
  isWhole: boolean
}

interface Parts {
  db: Db
  now: Now
  sessions: Sessions
  archives: Archives
  redactions: Redactions
}

/** Downloads of archives: each is allowed by a token that is good once and for a short time, as long as its holder may. */
export class ArchiveDownloads {
  readonly #db: Db
  readonly #now: Now
  readonly #sessions: Sessions
  readonly #archives: Archives
  readonly #redactions: Redactions

  constructor({ db, now, sessions, archives, redactions }: Parts) {
    this.#db = db
    this.#now = now
    this.#sessions = sessions
    this.#archives = archives
    this.#redactions = redactions
  }

  /** Allows one download, of the redacted file of this identifier if there is one. Fails with download-limit. */
  async allow(archive: ArchiveRow, by: Downloader, redactionId: string | null = null): Promise<ArchiveDownload> {
    const nowMs = this.#now()
    const token = randomSecret()
    const endsAtMs = 'shareId' in by ? by.endsAtMs : null
    const expiresAtMs = Math.min(nowMs + archiveLimits.downloadTokenMs, endsAtMs ?? Number.POSITIVE_INFINITY)
    const whose = 'shareId' in by ? { user_id: null, share_id: by.shareId } : { user_id: by.userId, share_id: null }
    const session_id = 'shareId' in by ? null : by.sessionId
    const is_whole = 'shareId' in by && by.isWhole === true ? 1 : 0
    await this.#db.transaction().execute(async (db) => {
      const { count } = await db
        .selectFrom('archive_download')
        .where('created_at_ms', '>', nowMs - DAY_MS)
        .where(({ and }) => and(whose))
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) >= archiveLimits.downloadsPerDay) throw new CallFault('download-limit')
      const times = { created_at_ms: nowMs, expires_at_ms: expiresAtMs, used_at_ms: null }
      await db
        .insertInto('archive_download')
        .values({
          token_sha256: sha256(token),
          archive_id: archive.id,
          redaction_id: redactionId,
          session_id,
          is_whole,
          ...whose,
          ...times,
        })
        .execute()
    })
    const url = `${ARCHIVE_DOWNLOAD_PATH}?token=${token}`
    return { token, url, fileName: archiveFileName(archive), sizeBytes: archive.size_bytes ?? 0, expiresAtMs }
  }

  /** Uses a token up, and answers with its archive; `undefined` when it is unknown, used, or too old, its share has ended or rests, or its person may not any more. */
  async redeem(token: string): Promise<Redeemed | undefined> {
    const nowMs = this.#now()
    const used = await this.#db
      .updateTable('archive_download')
      .set({ used_at_ms: nowMs })
      .where('token_sha256', '=', sha256(token))
      .where('used_at_ms', 'is', null)
      .where('expires_at_ms', '>', nowMs)
      .returning(['archive_id', 'share_id', 'session_id', 'redaction_id', 'is_whole'])
      .executeTakeFirst()
    if (used === undefined) return undefined
    const archive = await this.#fileOf(used)
    return archive && { archive, redactionId: used.redaction_id, shareId: used.share_id, isWhole: used.is_whole === 1 }
  }

  async #fileOf(used: {
    archive_id: string
    share_id: string | null
    session_id: string | null
    redaction_id: string | null
  }): Promise<ArchiveRow | undefined> {
    if (used.share_id === null) return this.#ofPerson(used.session_id ?? '', used)
    const share = await shareRows(this.#db).where('archive_share.id', '=', used.share_id).executeTakeFirst()
    // The last of its views may have been this one.
    if (share === undefined || stateOfShare({ ...share, most_views: null }, this.#now()) !== 'open') return undefined
    // A share never falls back on the untouched file.
    if (used.redaction_id !== null) return this.#redactions.sharedFile(used.archive_id, used.redaction_id)
    return this.#db.selectFrom('archive').where('id', '=', used.archive_id).selectAll().executeTakeFirst()
  }

  /** Forgets what counts no more. */
  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('archive_download')
      .where('created_at_ms', '<=', this.#now() - DAY_MS)
      .execute()
  }

  async #ofPerson(sessionId: string, used: { archive_id: string; redaction_id: string | null }): Promise<ArchiveRow | undefined> {
    try {
      const who = await this.#sessions.requireLive(sessionId)
      if (used.redaction_id !== null) return inItsPlace(await this.#redactions.requireMade(who, used.redaction_id, 'download'))
      return await this.#archives.requireMade(who, used.archive_id, 'download')
    } catch (fault) {
      if (fault instanceof CallFault) return undefined
      throw fault
    }
  }
}
