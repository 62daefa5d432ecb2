import { timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import { shareDurations, type ShareDuration } from '#contract/archives.ts'
import { namesFor } from '#contract/masked.ts'
import { archiveStatuses, sharableArchives } from '#contract/states/archive.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import type { ArchiveShareTable } from '../../db/schema/archive.ts'
import type { Mail } from '../../mail/mail.ts'
import { recipientLanguages } from '../../mail/recipient-languages.ts'
import { randomId, randomSecret, sha256 } from '../../runtime/secrets.ts'
import { hashPassword, isPassword } from '../../access/password-hashes.ts'
import { RateLimiter } from '../../http/rate-limiter.ts'
import type { Redactions } from '../redaction/redactions.ts'
import type { ArchiveRow } from './archives.ts'
import { shareMail } from './share-mail.ts'

/** `sender_id`: null once the person who shared is gone; with a closed organization all its people are. */
type ShareRow = Selectable<ArchiveShareTable> & { sender_id: string | null }
const MINUTE_MS = 60_000
/** Wrong passwords of one share. */
const GUESSES = { calls: 10, perMs: 10 * MINUTE_MS }

interface ShareWish {
  emails: readonly string[]
  message: string
  durationMinutes: ShareDuration
  expiresAtMs?: number | undefined
  redactionId?: string | undefined
  password?: string | undefined
  mostViews?: number | undefined
}
const HANDLE_LENGTH = 32

/**
 * Shares of archives. A share's identifier is its row's and a secret of 32 random bytes; of the secret the service keeps a hash alone,
 * so that whoever reads the database cannot open a share.
 */
export class ArchiveShares {
  readonly #db: Db
  readonly #now: Now
  readonly #mail: Mail
  readonly #redactions: Redactions
  readonly #guesses: RateLimiter

  constructor({ db, now, mail, redactions }: { db: Db; now: Now; mail: Mail; redactions: Redactions }) {
    this.#db = db
    this.#redactions = redactions
    this.#guesses = new RateLimiter(now)
    this.#now = now
    this.#mail = mail
  }

  /** Makes a share and writes to its recipients, to strangers in the sender's language. Fails with parameter-error when its end is over already. */
  async open(who: Principal, archive: ArchiveRow, wish: ShareWish) {
    const id = randomId().replaceAll('-', '')
    const secret = randomSecret()
    const nowMs = this.#now()
    const isPermanent = wish.durationMinutes === shareDurations.permanent
    const expiresAtMs = wish.expiresAtMs ?? (isPermanent ? null : nowMs + wish.durationMinutes * MINUTE_MS)
    if (expiresAtMs !== null && expiresAtMs <= nowMs) throw new CallFault('parameter-error', { field: 'expiresAtMs' })
    const emails = [...new Set(wish.emails)]
    const password_hash = wish.password === undefined ? null : await hashPassword(wish.password)
    const careful = { redaction_id: wish.redactionId ?? null, password_hash, most_views: wish.mostViews ?? null }
    const url = this.#mail.link(`/archives-share/${id}${secret}`)
    await this.#db.transaction().execute(async (db) => {
      const sender = await db
        .selectFrom('user')
        .innerJoin('organization', 'organization.id', 'user.organization_id')
        .where('user.id', '=', who.userId)
        .select(['user.alias', 'user.login_name', 'user.language', 'organization.name as organization_name'])
        .executeTakeFirstOrThrow()
      const shared_by = sender.alias === '' ? sender.login_name : sender.alias
      const row = { id, archive_id: archive.id, secret_sha256: sha256(secret), user_id: who.userId, shared_by, message: wish.message }
      const times = { created_at_ms: nowMs, expires_at_ms: expiresAtMs, revoked_at_ms: null }
      await db
        .insertInto('archive_share')
        .values({ ...row, ...times, ...careful, emails_json: JSON.stringify(emails) })
        .execute()
      const facts = {
        sender: namesFor(undefined).name(shared_by),
        organization: sender.organization_name,
        title: archive.title,
        message: wish.message,
        url,
        expiresAtMs,
      }
      const languages = await recipientLanguages(db, who.organizationId, emails)
      const letter = { organizationId: who.organizationId }
      for (const to of emails) await this.#mail.write({ to, ...letter, ...shareMail[languages.get(to) ?? sender.language](facts) }, db)
    })
    return { shareId: `${id}${secret}`, url, expiresAtMs }
  }

  /**
   * The share with this identifier and the archive that it passes on, with the redacted file in its place if it is of that. Fails with
   * share-missing, share-revoked, share-expired (its time is over), share-used-up, share-unready (its archive is still being made), share-password-needed, share-password-wrong and too-frequent.
   */
  async require(shareId: string, password: string | undefined): Promise<{ share: ShareRow; archive: ArchiveRow }> {
    const id = shareId.slice(0, HANDLE_LENGTH)
    const share = await this.#rows().where('archive_share.id', '=', id).executeTakeFirst()
    const given = Buffer.from(sha256(shareId.slice(HANDLE_LENGTH)), 'hex')
    const right = Buffer.from(share?.secret_sha256 ?? sha256(''), 'hex')
    if (!timingSafeEqual(given, right) || share === undefined) throw new CallFault('share-missing')
    const state = this.stateOf(share)
    if (state === 'revoked') throw new CallFault('share-revoked')
    if (state === 'expired') throw new CallFault('share-expired')
    if (state === 'used-up') throw new CallFault('share-used-up')
    await this.#requirePassword(share, password)
    const archive =
      share.redaction_id === null
        ? await this.#db.selectFrom('archive').where('id', '=', share.archive_id).selectAll().executeTakeFirst()
        : await this.#redactions.sharedFile(share.archive_id, share.redaction_id)
    if (archive === undefined) throw new CallFault('share-missing')
    if (archive.status !== archiveStatuses.success)
      throw new CallFault(sharableArchives.includes(archive.status) ? 'share-unready' : 'share-missing')
    return { share, archive }
  }

  /** Counts that its file was asked for. Fails with share-used-up. */
  async count({ id }: ShareRow): Promise<void> {
    const counted = await this.#db
      .updateTable('archive_share')
      .set(({ eb }) => ({ views: eb('views', '+', 1) }))
      .where('id', '=', id)
      .where(({ or, eb, ref }) => or([eb('most_views', 'is', null), eb('views', '<', ref('most_views'))]))
      .returning('id')
      .executeTakeFirst()
    if (counted === undefined) throw new CallFault('share-used-up')
  }

  /** Whoever guesses is stopped; whoever knows the password meanwhile as well, for some minutes, since both look alike. */
  async #requirePassword({ id, password_hash }: ShareRow, password: string | undefined): Promise<void> {
    if (password_hash === null) return
    if (password === undefined) throw new CallFault('share-password-needed')
    if (this.#guesses.isSpent(id, GUESSES)) throw new CallFault('too-frequent')
    if (await isPassword(password, password_hash)) return
    this.#guesses.add(id, GUESSES)
    throw new CallFault('share-password-wrong')
  }

  /** A share ends with whoever made it, as if it were revoked. */
  stateOf({ revoked_at_ms, expires_at_ms, sender_id, most_views, views }: ShareRow): 'open' | 'expired' | 'revoked' | 'used-up' {
    if (revoked_at_ms !== null || sender_id === null) return 'revoked'
    if (most_views !== null && views >= most_views) return 'used-up'
    return expires_at_ms !== null && expires_at_ms <= this.#now() ? 'expired' : 'open'
  }

  /** Newest first. */
  async list(archiveId: string): Promise<ShareRow[]> {
    return this.#rows().where('archive_share.archive_id', '=', archiveId).orderBy('archive_share.created_at_ms', 'desc').execute()
  }

  /** Fails with share-missing (the archive has no such share) and wrong-state (ended already). */
  async revoke(archiveId: string, handle: string): Promise<void> {
    const found = this.#rows().where('archive_share.id', '=', handle).where('archive_share.archive_id', '=', archiveId)
    const share = await found.executeTakeFirst()
    if (share === undefined) throw new CallFault('share-missing')
    if (this.stateOf(share) !== 'open') throw new CallFault('wrong-state')
    await this.#db.updateTable('archive_share').set({ revoked_at_ms: this.#now() }).where('id', '=', handle).execute()
  }

  #rows() {
    return this.#db
      .selectFrom('archive_share')
      .leftJoin('user', 'user.id', 'archive_share.user_id')
      .selectAll('archive_share')
      .select('user.id as sender_id')
  }
}
