import { sql, type Selectable } from 'kysely'
import { archiveLimits, RECORDINGS_FUNCTION, type ArchiveRight } from '#contract/archives.ts'
import type { StreamKind } from '#contract/enums.ts'
import { archiveFilters, archiveStatuses, archiveTransitions, deletableArchives, type ArchiveStatus } from '#contract/states/archive.ts'
import { channelKey } from '#shared/channel-key.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Now } from '../../runtime/clock.ts'
import { contains } from '../../db/contains.ts'
import type { Db } from '../../db/open.ts'
import type { ArchiveTable } from '../../db/schema/archive.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import type { Quotas } from '../../access/quotas.ts'
import type { Rights } from '../../access/rights.ts'
import { askerOf, seesChannel } from '../../access/sees-channel.ts'
import { randomId } from '../../runtime/secrets.ts'
import { changeState } from '../../runtime/state-change.ts'
import type { ArchiveAuthority } from './archive-authority.ts'
import { requireSpace, usedBytes } from './archive-space.ts'

/** As many as are played side by side. */
const MOST_TOGETHER = 16

export type ArchiveRow = Selectable<ArchiveTable>
const { preparing, processing, success, cancelled } = archiveStatuses

export interface ArchiveSearch {
  pageNum: number
  pageSize?: number
  status: number
  batchId?: string
  archiveTitle?: string
  siteIds?: readonly string[]
  cameras?: readonly { sn: string; chlIndex: number }[]
  dateRange?: { startMs: number; endMs: number }
}

/** What people write about an archive. */
interface ArchiveFacts {
  title: string
  caseNumber: string
  tags: readonly string[]
  notes: string
}

interface ArchiveWish extends Partial<ArchiveFacts> {
  title: string
  sn: string
  chlIndex: number
  startMs: number
  endMs: number
  stream?: StreamKind
  batchId?: string
}

interface Parts {
  db: Db
  now: Now
  rights: Rights
  authority: ArchiveAuthority
  objects: ObjectStore
  quotas: Quotas
}

/**
 * Archives as people see them: administrators those of their organization, others those of the cameras that they may play back. An
 * archive that is not seen is answered as if there were none.
 */
export class Archives {
  readonly #db: Db
  readonly #now: Now
  readonly #rights: Rights
  readonly #authority: ArchiveAuthority
  readonly #objects: ObjectStore
  readonly #quotas: Quotas

  constructor({ db, now, rights, authority, objects, quotas }: Parts) {
    this.#quotas = quotas
    this.#db = db
    this.#now = now
    this.#rights = rights
    this.#authority = authority
    this.#objects = objects
  }

  /** Fails as its call says. */
  async create(who: Principal, wish: ArchiveWish) {
    await this.#authority.require(who, 'add')
    const channel = await this.#rights.requireChannel(who, wish.sn, wish.chlIndex, 'playback')
    if (wish.endMs > this.#now()) throw new CallFault('parameter-error', { field: 'endMs' })
    const functions = JSON.parse(channel.support_fun_json) as string[]
    if (!functions.includes(RECORDINGS_FUNCTION)) throw new CallFault('past-unavailable')
    const person = await this.#db.selectFrom('user').where('id', '=', who.userId).select(['alias', 'login_name']).executeTakeFirstOrThrow()
    const row: ArchiveRow = {
      id: randomId(),
      organization_id: who.organizationId,
      site_id: channel.site_id,
      site_name: channel.site_name,
      sn: channel.sn,
      chl_index: channel.chl_index,
      camera_name: channel.name,
      stream: wish.stream ?? 'main',
      title: wish.title,
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
      user_id: who.userId,
      archived_by: person.alias === '' ? person.login_name : person.alias,
      created_at_ms: this.#now(),
      lease_until_ms: 0,
      ...noPart,
      case_number: wish.caseNumber ?? '',
      tags_json: JSON.stringify(wish.tags ?? []),
      notes: wish.notes ?? '',
      group_id: wish.batchId ?? null,
    }
    await this.#db.transaction().execute(async (db) => {
      await this.#requireRoom(db, who.organizationId)
      await db.insertInto('archive').values(row).execute()
    })
    return row
  }

  /** The archive, if the person sees it and has this right. Fails with archive-missing, then no-permission or no-download-right. */
  async require(who: Principal, archiveId: string, right: ArchiveRight): Promise<ArchiveRow> {
    const found = this.#seen(who).where('id', '=', archiveId)
    const row = await found.selectAll().executeTakeFirst()
    if (row === undefined) throw new CallFault('archive-missing')
    await this.#authority.require(who, right)
    return row
  }

  /** The same, of an archive that is made. Fails with wrong-state too. */
  async requireMade(who: Principal, archiveId: string, right: ArchiveRight): Promise<ArchiveRow> {
    const row = await this.require(who, archiveId, right)
    if (row.status !== success) throw new CallFault('wrong-state')
    return row
  }

  /** One page, newest first. Fails with no-permission. */
  async page(who: Principal, search: ArchiveSearch): Promise<{ total: number; rows: ArchiveRow[] }> {
    await this.#authority.require(who, 'query')
    const { pageSize = archiveLimits.pageSize, status, batchId, archiveTitle, siteIds, cameras, dateRange } = search
    let query = this.#seen(who)
    if (status !== archiveFilters.all) query = query.where('status', '=', status as ArchiveStatus)
    if (archiveTitle !== undefined && archiveTitle.trim() !== '')
      query = query.where(contains(['title', 'case_number', 'tags_json'], archiveTitle.trim()))
    if (batchId !== undefined) query = query.where('group_id', '=', batchId)
    if (siteIds !== undefined && siteIds.length > 0) query = query.where('site_id', 'in', [...siteIds])
    if (cameras !== undefined && cameras.length > 0)
      query = query.where(
        camera,
        'in',
        cameras.map(({ sn, chlIndex }) => channelKey(sn, chlIndex)),
      )
    if (dateRange !== undefined) {
      query = query.where('start_at_ms', '<', dateRange.endMs).where('end_at_ms', '>', dateRange.startMs)
    }
    const { total } = await query.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
    const page = query.selectAll().orderBy('created_at_ms', 'desc').orderBy('id').limit(pageSize)
    return { total: Number(total), rows: await page.offset((search.pageNum - 1) * pageSize).execute() }
  }

  /** Sites and cameras of the archives that the person sees, by name. Fails with no-permission. */
  async conditions(who: Principal) {
    await this.#authority.require(who, 'query')
    const rows = await this.#seen(who).select(['site_id', 'site_name', 'sn', 'chl_index', 'camera_name']).orderBy('created_at_ms').execute()
    // The newest name of each is the one that people know.
    const sites = new Map(rows.map((row) => [row.site_id, { siteId: row.site_id, siteName: row.site_name }]))
    const cameras = new Map(
      rows.map((row) => [
        channelKey(row.sn, row.chl_index),
        { sn: row.sn, chlIndex: row.chl_index, cameraName: row.camera_name, siteId: row.site_id },
      ]),
    )
    return {
      sites: [...sites.values()].toSorted((one, other) => one.siteName.localeCompare(other.siteName)),
      cameras: [...cameras.values()].toSorted((one, other) => one.cameraName.localeCompare(other.cameraName)),
      usedBytes: await usedBytes(this.#db, who.organizationId),
      spaceBytes: (await this.#quotas.shareOf(who.organizationId)).archiveBytes,
    }
  }

  /** Changes what is written about it. Fails as its call says. */
  async describe(
    who: Principal,
    archiveId: string,
    { title, caseNumber, tags, notes }: Partial<ArchiveFacts>,
  ): Promise<{ before: ArchiveRow; after: ArchiveRow }> {
    const row = await this.require(who, archiveId, 'add')
    const changed = {
      title: title ?? row.title,
      case_number: caseNumber ?? row.case_number,
      tags_json: tags === undefined ? row.tags_json : JSON.stringify(tags),
      notes: notes ?? row.notes,
    }
    await this.#db.updateTable('archive').set(changed).where('id', '=', row.id).execute()
    return { before: row, after: { ...row, ...changed } }
  }

  /** Those that were made together with it and that the person sees, itself among them. */
  async madeWith(who: Principal, row: ArchiveRow): Promise<ArchiveRow[]> {
    if (row.group_id === null) return [row]
    const group = this.#seen(who).where('organization_id', '=', row.organization_id).where('group_id', '=', row.group_id)
    return group.selectAll().orderBy('camera_name').orderBy('id').limit(MOST_TOGETHER).execute()
  }

  /** All or none; files go with their rows. Fails as its call says. */
  async delete(who: Principal, archiveIds: readonly string[]): Promise<void> {
    const ids = [...new Set(archiveIds)]
    const rows = await this.#seen(who).where('id', 'in', ids).selectAll().execute()
    if (rows.length < ids.length) throw new CallFault('archive-missing')
    await this.#authority.require(who, 'delete')
    const files = await this.#db.transaction().execute(async (db) => {
      const beside = await db.selectFrom('archive_redaction').where('archive_id', 'in', ids).select('object_key').execute()
      const deletable = db.deleteFrom('archive').where('id', 'in', ids).where('status', 'in', deletableArchives)
      // By what stands there now: one of them may just have got its file.
      const deleted = await deletable.returning('object_key').execute()
      if (deleted.length < ids.length) throw new CallFault('wrong-state')
      return [...deleted, ...beside]
    })
    await this.#objects.delete(files.flatMap((row) => row.object_key ?? []))
  }

  /** Begins it anew. Fails as its call says. */
  async retry(who: Principal, archiveId: string): Promise<ArchiveRow> {
    const row = await this.require(who, archiveId, 'add')
    return this.#db.transaction().execute(async (db) => {
      const status = changeState(archiveTransitions, row.status, preparing)
      // Work is begun anew by the service alone.
      if (row.status === processing) throw new CallFault('wrong-state')
      await this.#requireRoom(db, row.organization_id)
      return change(db, row, { status, progress: 0, fail_code: null })
    })
  }

  /** Gives it up. Fails as its call says. */
  async cancel(who: Principal, archiveId: string): Promise<ArchiveRow> {
    const row = await this.require(who, archiveId, 'add')
    return change(this.#db, row, { status: changeState(archiveTransitions, row.status, cancelled) })
  }

  /** Fails with archive-space-low, organization-space-low and too-many-archives-waiting. */
  async #requireRoom(db: Db, organizationId: string): Promise<void> {
    await requireSpace(db, this.#quotas, organizationId)
    const { waiting } = await db
      .selectFrom('archive')
      .where('organization_id', '=', organizationId)
      .where('part_expires_at_ms', 'is', null)
      .where('status', 'in', [preparing, processing])
      .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
      .executeTakeFirstOrThrow()
    if (Number(waiting) >= archiveLimits.unfinished) throw new CallFault('too-many-archives-waiting')
  }

  #seen(who: Principal) {
    return this.#db
      .selectFrom('archive')
      .where('part_expires_at_ms', 'is', null)
      .where(seesChannel('archive', askerOf(who), { right: 'playback', withClosed: true }))
  }
}

/** What an archive has where a part of a recording to be downloaded says what it is, and nothing yet of where it ends early. */
const noPart = {
  piece_sha256s_json: null,
  part_source: null,
  part_format: null,
  part_sha256: null,
  part_expires_at_ms: null,
  reached_at_ms: null,
  rest_id: null,
  file_number: 1,
}

/** The `channelKey` of a row. */
const camera = sql<string>`${sql.ref('sn')} || ' ' || ${sql.ref('chl_index')}`

/** Fails with wrong-state when the archive is no longer in the state that the change begins with. */
async function change(db: Db, row: ArchiveRow, changes: Partial<ArchiveRow>): Promise<ArchiveRow> {
  const unchanged = db.updateTable('archive').set(changes).where('id', '=', row.id).where('status', '=', row.status)
  const changed = await unchanged.returningAll().executeTakeFirst()
  if (changed === undefined) throw new CallFault('wrong-state')
  return changed
}
