import { timingSafeEqual } from 'node:crypto'
import { archiveLimits, shareDurations, type ShareDuration } from '#contract/archives.ts'
import { mayBeRevoked, type ShareState } from '#contract/calls/archive/share.ts'
import { namesFor } from '#contract/masked.ts'
import { archiveStatuses, sharableArchives } from '#contract/states/archive.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal, Visitor } from '../../access/caller.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import type { Mail } from '../../mail/mail.ts'
import { recipientLanguages } from '../../mail/recipient-languages.ts'
import { randomId, randomSecret, sha256 } from '../../runtime/secrets.ts'
import { hashPassword, isPassword } from '../../access/password-hashes.ts'
import type { Quotas } from '../../access/quotas.ts'
import { GuessGuard, type Guesser } from '../../access/guess-guard.ts'
import { networkOf, widerNetworkOf } from '../../http/network-of.ts'
import type { Redactions } from '../redaction/redactions.ts'
import type { ArchiveRow } from './archives.ts'
import { shareMail } from './share-mail.ts'
import { hasNotEnded, passesOn, shareRows, stateOfShare, type ShareRow } from './share-rows.ts'

const MINUTE_MS = 60_000
/** Wrong passwords of one share, from one network and from all: a number of four digits lasts for most of an hour, whoever guesses. */
const GUESSES = { each: { calls: 10, perMs: 10 * MINUTE_MS }, all: 200, most: 2_000 }

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

/** One of the archives that a share passes on, by its place among them. */
interface SharedClip {
  clip: number
  archive: ArchiveRow
}

/** Fails with share-missing. */
export function clipOf(clips: readonly SharedClip[], clip: number): ArchiveRow {
  const found = clips.find((one) => one.clip === clip)
  if (found === undefined) throw new CallFault('share-missing')
  return found.archive
}

/**
 * Shares of archives. A share's identifier is its row's and a secret of 32 random bytes; of the secret the service keeps a hash alone,
 * so that whoever reads the database cannot open a share.
 */
export class ArchiveShares {
  readonly #db: Db
  readonly #now: Now
  readonly #mail: Mail
  readonly #redactions: Redactions
  readonly #guesses: GuessGuard
  readonly #quotas: Quotas

  constructor({ db, now, mail, quotas, redactions }: { db: Db; now: Now; mail: Mail; quotas: Quotas; redactions: Redactions }) {
    this.#quotas = quotas
    this.#db = db
    this.#redactions = redactions
    this.#guesses = new GuessGuard(now, GUESSES)
    this.#now = now
    this.#mail = mail
  }

  /**
   * Makes a share of these archives for each recipient, or one without any, and writes to them, to strangers in the sender's language. Fails with parameter-error when its end
   * is over already, too-many-shares, and daily-shares-spent.
   */
  async open(who: Principal, [archive, ...more]: readonly ArchiveRow[], wish: ShareWish) {
    if (archive === undefined) throw new Error('A share of nothing')
    const nowMs = this.#now()
    const isPermanent = wish.durationMinutes === shareDurations.permanent
    const expiresAtMs = wish.expiresAtMs ?? (isPermanent ? null : nowMs + wish.durationMinutes * MINUTE_MS)
    if (expiresAtMs !== null && expiresAtMs <= nowMs) throw new CallFault('parameter-error', { field: 'expiresAtMs' })
    const password_hash = wish.password === undefined ? null : await hashPassword(wish.password)
    const emails = [...new Set(wish.emails)]
    const links = (emails.length === 0 ? [null] : emails).map((email) => this.#newLink(email))
    const of = { archive_id: archive.id, organization_id: archive.organization_id, user_id: who.userId, message: wish.message }
    const careful = { redaction_id: wish.redactionId ?? null, password_hash, most_views: wish.mostViews ?? null }
    const times = { created_at_ms: nowMs, expires_at_ms: expiresAtMs, revoked_at_ms: null }
    await this.#db.transaction().execute(async (db) => {
      await requireRoom(db, archive.id, nowMs, links.length)
      if (!(await this.#quotas.take(archive.organization_id, 'shares', links.length, db))) throw new CallFault('daily-shares-spent')
      const sender = await db
        .selectFrom('user')
        .innerJoin('organization', 'organization.id', 'user.organization_id')
        .where('user.id', '=', who.userId)
        .select(['user.alias', 'user.login_name', 'user.language', 'organization.name as organization_name'])
        .executeTakeFirstOrThrow()
      const shared_by = sender.alias === '' ? sender.login_name : sender.alias
      const rows = links.map(({ id, secret, email }) => ({
        id,
        secret_sha256: sha256(secret),
        recipient: email,
        emails_json: JSON.stringify(email === null ? [] : [email]),
      }))
      await db
        .insertInto('archive_share')
        .values(rows.map((row) => ({ ...row, ...of, ...times, ...careful, shared_by })))
        .execute()
      const clips = rows.flatMap(({ id }) => more.map((one, index) => ({ share_id: id, position: index + 1, archive_id: one.id })))
      if (clips.length > 0) await db.insertInto('archive_share_clip').values(clips).execute()
      const facts = { organization: sender.organization_name, title: archive.title, more: more.length, message: wish.message, expiresAtMs }
      const languages = await recipientLanguages(db, who.organizationId, emails)
      for (const { email, url } of links) {
        if (email === null) continue
        const text = shareMail[languages.get(email) ?? sender.language]({ sender: namesFor(undefined).name(shared_by), ...facts, url })
        await this.#mail.write({ to: email, organizationId: who.organizationId, ...text }, db)
      }
    })
    return links.map(({ email, shareId, url }) => ({ email, shareId, url, expiresAtMs }))
  }

  #newLink(email: string | null) {
    const id = randomId().replaceAll('-', '')
    const secret = randomSecret()
    return { email, id, secret, shareId: `${id}${secret}`, url: this.#mail.link(`/archives-share/${id}${secret}`) }
  }

  /**
   * The share with this identifier and the archive that it passes on, with the redacted file in its place if it is of that. Fails with
   * share-missing, share-revoked, share-expired (its time is over), share-used-up, share-suspended (who shared it is frozen, or may not share it any more), share-unready (its archive is still being made), share-password-needed, share-password-wrong and too-frequent.
   * `isOpened`: for whoever has opened it already, and had perhaps the last of its views.
   */
  async require(
    shareId: string,
    password: string | undefined,
    { address }: Pick<Visitor, 'address'>,
    isOpened = false,
  ): Promise<{ share: ShareRow; archive: ArchiveRow; clips: SharedClip[] }> {
    const share = await this.find(shareId)
    const state = isOpened ? this.#stateForOpener(share) : this.stateOf(share)
    if (state === 'revoked') throw new CallFault('share-revoked')
    if (state === 'expired') throw new CallFault('share-expired')
    if (state === 'used-up') throw new CallFault('share-used-up')
    if (state === 'suspended') throw new CallFault('share-suspended')
    await this.#requirePassword(share, password, { key: networkOf(address), among: widerNetworkOf(address) })
    const archive = await this.#fileOf(share)
    if (archive === undefined) throw new CallFault('share-missing')
    if (archive.status !== archiveStatuses.success)
      throw new CallFault(sharableArchives.includes(archive.status) ? 'share-unready' : 'share-missing')
    return { share, archive, clips: [{ clip: 0, archive }, ...(await this.#moreOf(share))] }
  }

  /** What the download of all that a share passes on brings. The share may be opened, or was when the download was allowed. */
  async filesOf(id: string): Promise<ArchiveRow[]> {
    const share = await shareRows(this.#db).where('archive_share.id', '=', id).executeTakeFirst()
    const first = share && (await this.#fileOf(share))
    if (share === undefined || first?.status !== archiveStatuses.success) return []
    return [first, ...(await this.#moreOf(share)).map(({ archive }) => archive)]
  }

  #fileOf(share: ShareRow): Promise<ArchiveRow | undefined> {
    if (share.redaction_id !== null) return this.#redactions.sharedFile(share.archive_id, share.redaction_id)
    return this.#db.selectFrom('archive').where('id', '=', share.archive_id).selectAll().executeTakeFirst()
  }

  /** Archives beside the first, without those that came to nothing. Fails with share-unready while one is still being made. */
  async #moreOf({ id }: ShareRow): Promise<SharedClip[]> {
    const more = this.#db.selectFrom('archive_share_clip').innerJoin('archive', 'archive.id', 'archive_share_clip.archive_id')
    const rows = await more.where('share_id', '=', id).selectAll('archive').select('position').orderBy('position').execute()
    const clips = rows.map(({ position, ...archive }) => ({ clip: position, archive }))
    const unmade = clips.filter(({ archive }) => archive.status !== archiveStatuses.success)
    if (unmade.some(({ archive }) => sharableArchives.includes(archive.status))) throw new CallFault('share-unready')
    return clips.filter((clip) => !unmade.includes(clip))
  }

  /** The share with this identifier, whether it can be opened or not. Fails with share-missing. */
  async find(shareId: string): Promise<ShareRow> {
    const id = shareId.slice(0, HANDLE_LENGTH)
    const share = await shareRows(this.#db).where('archive_share.id', '=', id).executeTakeFirst()
    const given = Buffer.from(sha256(shareId.slice(HANDLE_LENGTH)), 'hex')
    const right = Buffer.from(share?.secret_sha256 ?? sha256(''), 'hex')
    if (!timingSafeEqual(given, right) || share === undefined) throw new CallFault('share-missing')
    return share
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

  /** Whoever guesses is stopped, for some minutes; whoever knows the password is not, in another network, unless there are thousands of guesses. */
  async #requirePassword({ id, password_hash }: ShareRow, password: string | undefined, guesser: Guesser): Promise<void> {
    if (password_hash === null) return
    if (password === undefined) throw new CallFault('share-password-needed')
    if (!(await this.#guesses.look(id, guesser, () => isPassword(password, password_hash)))) throw new CallFault('share-password-wrong')
  }

  stateOf(share: ShareRow): ShareState {
    return stateOfShare(share, this.#now())
  }

  /** Whether a film that somebody has opened by the share with this identifier may go on: whoever had the last of its views may see it to its end. */
  async isWatchable(id: string): Promise<boolean> {
    const share = await shareRows(this.#db).where('archive_share.id', '=', id).executeTakeFirst()
    return share !== undefined && this.#stateForOpener(share) === 'open'
  }

  /** Its state for whoever has opened it: how often it may be opened is nothing to them any more. */
  #stateForOpener(share: ShareRow): ShareState {
    return this.stateOf({ ...share, most_views: null })
  }

  /** Those that pass this archive on, the newest first. */
  async list(archiveId: string): Promise<ShareRow[]> {
    const rows = shareRows(this.#db).where(passesOn(archiveId))
    return rows.orderBy('archive_share.created_at_ms', 'desc').orderBy('archive_share.recipient').execute()
  }

  /** A share of this archive, by its handle. Fails with share-missing. */
  async ofArchive(archiveId: string, handle: string): Promise<ShareRow> {
    const found = shareRows(this.#db).where('archive_share.id', '=', handle).where(passesOn(archiveId))
    const share = await found.executeTakeFirst()
    if (share === undefined) throw new CallFault('share-missing')
    return share
  }

  /** Fails with share-missing (the archive has no such share) and wrong-state (ended already). */
  async revoke(archiveId: string, handle: string): Promise<void> {
    if (!mayBeRevoked({ state: this.stateOf(await this.ofArchive(archiveId, handle)) })) throw new CallFault('wrong-state')
    await this.#db.updateTable('archive_share').set({ revoked_at_ms: this.#now() }).where('id', '=', handle).execute()
  }
}

/** Fails with too-many-shares when so many more links of the archive could not be opened beside those there are. */
async function requireRoom(db: Db, archiveId: string, nowMs: number, more: number): Promise<void> {
  const open = shareRows(db).where('archive_share.archive_id', '=', archiveId).where(hasNotEnded(nowMs))
  const rows = await open.limit(archiveLimits.openShares).execute()
  if (rows.length + more > archiveLimits.openShares) throw new CallFault('too-many-shares')
}
