import { partLimits, RECORDINGS_FUNCTION, type PartFormat } from '#contract/archives.ts'
import type { RecordedPart } from '#contract/calls/archive/recorded-part.ts'
import type { StreamKind } from '#contract/enums.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Quotas } from '../../access/quotas.ts'
import type { Rights } from '../../access/rights.ts'
import type { Db } from '../../db/open.ts'
import type { ObjectLinks } from '../../objects/object-links.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import type { Now } from '../../runtime/clock.ts'
import { randomId } from '../../runtime/secrets.ts'
import type { Licences } from '../../sales/licence/licences.ts'
import type { ArchiveAuthority } from './archive-authority.ts'
import type { ArchiveRow } from './archives.ts'
import type { PieceHashes } from './piece-hashes.ts'

const { preparing, processing, success, fail } = archiveStatuses
const AT_ONCE = 100

/** Which part of which camera's recording. Epoch ms. */
interface Wish {
  sn: string
  chlIndex: number
  startMs: number
  endMs: number
  from: PastPlace
  stream?: StreamKind | undefined
  format: PartFormat
}

interface Parts {
  db: Db
  now: Now
  rights: Rights
  authority: ArchiveAuthority
  objects: ObjectStore
  licences: Licences
  quotas: Quotas
}

/**
 * Parts of recordings that people download: each is a row among the archives, made as those are (`ArchiveMaker`), but seen by whoever asked
 * for it alone, and kept for a while only.
 */
export class RecordedParts {
  readonly #db: Db
  readonly #quotas: Quotas
  readonly #now: Now
  readonly #rights: Rights
  readonly #authority: ArchiveAuthority
  readonly #objects: ObjectStore
  readonly #licences: Licences

  constructor({ db, now, rights, authority, objects, licences, quotas }: Parts) {
    this.#quotas = quotas
    this.#db = db
    this.#now = now
    this.#rights = rights
    this.#authority = authority
    this.#objects = objects
    this.#licences = licences
  }

  /** Fails as its call says. */
  async create(who: Principal, wish: Wish): Promise<ArchiveRow> {
    const nowMs = this.#now()
    const channel = await this.#rights.requireChannel(who, wish.sn, wish.chlIndex, 'playback')
    await this.#authority.require(who, 'download')
    if (wish.endMs > nowMs) throw new CallFault('parameter-error', { field: 'endMs' })
    const functions = JSON.parse(channel.support_fun_json) as string[]
    if (wish.from === 'local' && !functions.includes(RECORDINGS_FUNCTION)) throw new CallFault('past-unavailable')
    const before = await this.#before(who, wish)
    // A download that broke goes on, whatever has ended meanwhile.
    if (before !== undefined) return before
    // What the cloud keeps was paid for by itself.
    if (wish.from !== 'cloud') await this.#licences.requireAny(who.organizationId)
    const row: ArchiveRow = {
      id: randomId(),
      organization_id: who.organizationId,
      site_id: channel.site_id,
      site_name: channel.site_name,
      sn: channel.sn,
      chl_index: channel.chl_index,
      camera_name: channel.name,
      stream: wish.stream ?? 'main',
      title: channel.name,
      start_at_ms: wish.startMs,
      end_at_ms: wish.endMs,
      status: preparing,
      progress: 0,
      fail_code: null,
      size_bytes: null,
      codec: null,
      width: null,
      height: null,
      object_key: null,
      piece_sha256s_json: null,
      user_id: who.userId,
      archived_by: '',
      created_at_ms: nowMs,
      lease_until_ms: 0,
      part_source: wish.from,
      part_format: wish.format,
      part_sha256: null,
      part_expires_at_ms: nowMs + partLimits.keptMs,
      reached_at_ms: null,
      rest_id: null,
      file_number: 1,
      case_number: '',
      tags_json: '[]',
      notes: '',
      group_id: null,
    }
    await this.#db.transaction().execute(async (db) => {
      await this.#requireRoom(db, who)
      await db.insertInto('archive').values(row).execute()
    })
    return row
  }

  /** Fails as its call says. */
  async get(who: Principal, partId: string): Promise<ArchiveRow> {
    const row = await this.#own(who).where('id', '=', partId).selectAll().executeTakeFirst()
    if (row === undefined) throw new CallFault('archive-missing')
    await this.#rights.requireChannel(who, row.sn, row.chl_index, 'playback')
    await this.#authority.require(who, 'download')
    return row
  }

  /** Forgets those whose time is over, and their files. */
  async purge(): Promise<void> {
    const over = this.#db.selectFrom('archive').where('part_expires_at_ms', '<=', this.#now()).where('status', '!=', processing)
    for (;;) {
      const rows = await over.select(['id', 'object_key']).limit(AT_ONCE).execute()
      if (rows.length === 0) return
      await this.#objects.delete(rows.flatMap(({ object_key }) => object_key ?? []))
      const ids = rows.map(({ id }) => id)
      await this.#db.deleteFrom('archive').where('id', 'in', ids).execute()
    }
  }

  #own(who: Principal) {
    return this.#db
      .selectFrom('archive')
      .where('user_id', '=', who.userId)
      .where('organization_id', '=', who.organizationId)
      .where('part_expires_at_ms', '>', this.#now())
  }

  /** The same part, asked for before, unless it failed. */
  async #before(who: Principal, { sn, chlIndex, startMs, endMs, from, stream = 'main', format }: Wish): Promise<ArchiveRow | undefined> {
    return (
      this.#own(who)
        .where('sn', '=', sn)
        .where('chl_index', '=', chlIndex)
        .where('start_at_ms', '=', startMs)
        .where('end_at_ms', '=', endMs)
        .where('part_source', '=', from)
        .where('stream', '=', stream)
        .where('status', '!=', fail)
        // What AVI could not hold has become MP4.
        .where('part_format', 'in', format === 'avi' ? ['avi', 'mp4'] : ['mp4'])
        .orderBy('part_format')
        .selectAll()
        .executeTakeFirst()
    )
  }

  async #requireRoom(db: Db, { userId, organizationId }: Principal): Promise<void> {
    const own = db.selectFrom('archive').where('user_id', '=', userId).where('part_expires_at_ms', 'is not', null)
    const waiting = await own
      .where('status', 'in', [preparing, processing])
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(waiting.count) >= partLimits.unfinished) throw new CallFault('too-many-archives-waiting')
    const ofDay = await own
      .where('created_at_ms', '>', this.#now() - DAY_MS)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(ofDay.count) >= partLimits.perDay) throw new CallFault('download-limit')
    const { used } = await db
      .selectFrom('archive')
      .where('organization_id', '=', organizationId)
      .where('part_expires_at_ms', 'is not', null)
      .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('used'))
      .executeTakeFirstOrThrow()
    const { archiveBytes } = await this.#quotas.shareOf(organizationId, db)
    if (Number(used ?? 0) >= Math.min(partLimits.spaceBytes, archiveBytes)) throw new CallFault('archive-space-low')
    await this.#quotas.requireStoredRoom(organizationId, db)
  }
}

/** A row as the wire has it. Fails as the hashes of its pieces do. */
export async function toPart(row: ArchiveRow, links: ObjectLinks, pieceHashes: PieceHashes): Promise<RecordedPart> {
  const { object_key, size_bytes, part_sha256, part_source, part_format, part_expires_at_ms } = row
  if (part_source === null || part_format === null || part_expires_at_ms === null) throw new Error('An archive is no part')
  const isMade = row.status === success && object_key !== null && size_bytes !== null && part_sha256 !== null
  return {
    partId: row.id,
    sn: row.sn,
    chlIndex: row.chl_index,
    startMs: row.start_at_ms,
    endMs: row.reached_at_ms ?? row.end_at_ms,
    restId: row.rest_id,
    from: part_source,
    format: part_format,
    status: row.status,
    progress: row.progress,
    failCode: row.fail_code,
    expiresAtMs: part_expires_at_ms,
    file: isMade
      ? { ...fileLink(object_key, links), sizeBytes: size_bytes, sha256: part_sha256, pieceSha256s: await pieceHashes.of(row) }
      : null,
  }
}

function fileLink(key: string, links: ObjectLinks): { url: string; urlUntilMs: number } {
  const url = links.linkTo(key)
  return { url, urlUntilMs: Number(new URLSearchParams(url.split('?')[1]).get('until')) }
}
